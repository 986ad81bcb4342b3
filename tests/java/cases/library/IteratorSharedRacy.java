import java.util.Iterator;
import java.util.List;

// The list cannot be changed, but its iterator can, and two threads have it.
public class IteratorSharedRacy {
  static final Iterator<String> NEXT = List.of("ada", "grace", "mary").iterator();

  static void take() {
    NEXT.next();  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    new Thread(IteratorSharedRacy::take).start();
    new Thread(IteratorSharedRacy::take).start();
  }
}
