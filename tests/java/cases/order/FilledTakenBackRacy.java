// As FilledBeforeStartOk, but the flag is taken back while the others ask.
import java.util.HashMap;
import java.util.Map;

public class FilledTakenBackRacy {
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
    fill();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(get("a"))).start();
    }
    filled = false;  //~ data-race B: write
  }
}
