import java.util.LinkedHashMap;
import java.util.Map;

// In a map ordered by insertion get() moves nothing.
public class LinkedHashMapOrderOk {
  static final Map<String, Integer> CACHE = new LinkedHashMap<>(16, 0.75f, false);

  static void look() {
    CACHE.get("ada");
  }

  public static void main(String[] arguments) {
    CACHE.put("ada", 1);
    new Thread(LinkedHashMapOrderOk::look).start();
    new Thread(LinkedHashMapOrderOk::look).start();
  }
}
