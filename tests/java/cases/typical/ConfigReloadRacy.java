import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// An immutable snapshot behind a plain field, replaced by a scheduled task.
public class ConfigReloadRacy {
  static final class Config {
    final Map<String, String> values;
    final int version;

    Config(Map<String, String> values, int version) {
      this.values = Map.copyOf(values);
      this.version = version;
    }
  }

  private Config current = new Config(Map.of(), 0);

  void reload() {
    Config old = current;
    current = new Config(Map.of("a", "b"), old.version + 1);  //~ data-race A: write
  }

  public static void main(String[] arguments) {
    ConfigReloadRacy config = new ConfigReloadRacy();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    timer.scheduleAtFixedRate(config::reload, 0, 1, TimeUnit.SECONDS);
    System.out.println(config.current.version);  //~ data-race A: read
  }
}
