import java.util.HashMap;
import java.util.Map;

// A copy on write that is published before it is finished.
public class ConfigPutRacy {
  private volatile Map<String, String> settings = new HashMap<>();

  synchronized void set(String key, String value) {
    settings = new HashMap<>(settings);
    settings.put(key, value);  //~ data-race A(settings): write
  }

  String get(String key) {
    return settings.getOrDefault(key, "");  //~ data-race A(settings): read
  }

  public static void main(String[] arguments) {
    ConfigPutRacy config = new ConfigPutRacy();
    Thread reader = new Thread(() -> System.out.println(config.get("colour")));
    reader.start();
    config.set("colour", "red");
    config.set("shape", "round");
  }
}
