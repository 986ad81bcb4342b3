import java.util.LinkedHashMap;
import java.util.Map;

// In a map ordered by access even get() moves an entry.
public class LinkedHashMapOrderRacy {
  static final Map<String, Integer> CACHE = new LinkedHashMap<>(16, 0.75f, true);

  static void look() {
    CACHE.get("ada");  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    CACHE.put("ada", 1);
    CACHE.put("grace", 2);
    new Thread(LinkedHashMapOrderRacy::look).start();
    new Thread(LinkedHashMapOrderRacy::look).start();
  }
}
