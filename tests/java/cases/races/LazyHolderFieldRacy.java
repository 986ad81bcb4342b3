import java.util.HashMap;
import java.util.Map;

// Set when it is first asked for, by whoever asks.
public class LazyHolderFieldRacy {
  private Map<String, String> settings;

  Map<String, String> settings() {
    if (settings == null) {  //~ data-race A: read
      Map<String, String> read = new HashMap<>();
      read.put("a", "b");
      settings = read;  //~ data-race A*: write
    }
    return settings;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    LazyHolderFieldRacy all = new LazyHolderFieldRacy();
    new Thread(() -> System.out.println(all.settings())).start();
    new Thread(() -> System.out.println(all.settings())).start();
  }
}
