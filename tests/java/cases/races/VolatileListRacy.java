import java.util.ArrayList;
import java.util.List;

// The reference is volatile, the list behind it is for one thread.
public class VolatileListRacy {
  private static volatile List<String> names = new ArrayList<>();

  public static void main(String[] arguments) {
    new Thread(() -> names.add("a")).start();  //~ data-race A(names): write
    new Thread(() -> names.add("b")).start();  //~ data-race A(names): write
  }
}
