import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

// Each call holds the wrapper's monitor; who goes through its keys, values or entries does not.
public class SynchronizedMapViewsRacy {
  private final Map<String, Integer> byKey = Collections.synchronizedMap(new HashMap<>());
  private final Map<String, Integer> byValue = Collections.synchronizedMap(new TreeMap<>());
  private final Map<String, Integer> byEntry = Collections.synchronizedMap(new LinkedHashMap<>());

  void put(String name) {
    byKey.put(name, 1);  //~ data-race A(byKey): write
    byValue.put(name, 1);  //~ data-race B(byValue): write
    byEntry.put(name, 1);  //~ data-race C(byEntry): write
  }

  void print() {
    for (String key : byKey.keySet()) {  //~ data-race A(byKey): read
      System.out.println(key);
    }
    for (int value : byValue.values()) {  //~ data-race B(byValue): read
      System.out.println(value);
    }
    for (Map.Entry<String, Integer> entry : byEntry.entrySet()) {  //~ data-race C(byEntry): read
      System.out.println(entry);
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      SynchronizedMapViewsRacy shared = new SynchronizedMapViewsRacy();
      new Thread(() -> shared.put("a")).start();
      new Thread(shared::print).start();
    }
  }
}
