// As FilledBeforeStartOk, but main fills after the start of the first that asks.
import java.util.HashMap;
import java.util.Map;

public class FilledTooLateRacy {
  static boolean filled = false;
  static final Map<String, String> names = new HashMap<>();

  static void fill() {
    names.put("a", "b");  //~ data-race A*: write
    filled = true;  //~ data-race B*: write
  }

  static String get(String key) {
    if (!filled) {  //~ data-race B: read
      fill();
    }
    return names.get(key);  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    new Thread(() -> System.out.println(get("a"))).start();
    fill();
  }
}
