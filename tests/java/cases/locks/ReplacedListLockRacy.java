import java.util.ArrayList;
import java.util.List;

// The list is locked by itself; clearing puts another one into the field.
public class ReplacedListLockRacy {
  static List<String> names = new ArrayList<>();

  static void clear() {
    synchronized (names) {        //~ data-race A: read
      names = new ArrayList<>();  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    new Thread(ReplacedListLockRacy::clear).start();
    new Thread(ReplacedListLockRacy::clear).start();
  }
}
