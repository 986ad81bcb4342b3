import java.util.HashMap;
import java.util.Map;

public class ConfigPutOk {
  private volatile Map<String, String> settings = new HashMap<>();

  synchronized void set(String key, String value) {
    Map<String, String> next = new HashMap<>(settings);
    next.put(key, value);
    settings = next;
  }

  String get(String key) {
    return settings.getOrDefault(key, "");
  }

  public static void main(String[] arguments) {
    ConfigPutOk config = new ConfigPutOk();
    Thread reader = new Thread(() -> System.out.println(config.get("colour")));
    reader.start();
    config.set("colour", "red");
    config.set("shape", "round");
  }
}
