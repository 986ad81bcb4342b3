import java.util.ArrayList;
import java.util.List;

// Filled before the threads start; then only read.
public class ArrayListOk {
  static final List<String> NAMES = new ArrayList<>();

  static void show() {
    for (String name : NAMES) {
      System.out.println(name + NAMES.size());
    }
  }

  public static void main(String[] arguments) {
    NAMES.add("ada");
    new Thread(ArrayListOk::show).start();
    new Thread(ArrayListOk::show).start();
  }
}
