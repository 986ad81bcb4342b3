import java.util.HashMap;
import java.util.Map;

// Whatever method gives the map, it is used under the lock of its class.
public class HeldByFieldOk {
  private static Map<String, String> cache;

  private static synchronized Map<String, String> cache() {
    if (cache == null) cache = new HashMap<>();
    return cache;
  }

  static synchronized void put(String name, String text) {
    cache().put(name, text);
  }

  static String get(String name) {
    synchronized (HeldByFieldOk.class) {
      return cache().get(name);
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> put("a", "b")).start();
    new Thread(() -> put("c", "d")).start();
    System.out.println(get("a"));
  }
}
