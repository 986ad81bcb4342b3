// Whoever asks fills what is not filled yet; main has done so before it starts anybody.
import java.util.HashMap;
import java.util.Map;

public class FilledBeforeStartOk {
  static boolean filled = false;
  static final Map<String, String> names = new HashMap<>();

  static void fill() {
    names.put("a", "b");
    filled = true;
  }

  static String get(String key) {
    if (!filled) {
      fill();
    }
    return names.get(key);
  }

  public static void main(String[] arguments) {
    fill();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> System.out.println(get("a"))).start();
    }
    System.out.println(get("c"));
  }
}
