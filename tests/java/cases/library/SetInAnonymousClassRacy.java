import java.util.HashSet;
import java.util.Set;

// An anonymous class has captured the set.
public class SetInAnonymousClassRacy {
  public static void main(String[] arguments) {
    final Set<String> names = new HashSet<>();
    Thread adder = new Thread() {
      @Override
      public void run() {
        names.add("ada");  //~ data-race A: write
      }
    };
    adder.start();
    System.out.println(names.contains("ada"));  //~ data-race A: read
  }
}
