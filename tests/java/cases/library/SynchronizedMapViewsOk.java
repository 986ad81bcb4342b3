import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// Under the wrapper's own monitor, or by one call that holds it.
public class SynchronizedMapViewsOk {
  private final Map<String, Integer> counts = Collections.synchronizedMap(new HashMap<>());

  void put(String name) {
    counts.merge(name, 1, Integer::sum);
  }

  void print() {
    synchronized (counts) {
      for (String key : counts.keySet()) {
        System.out.println(key);
      }
      for (Map.Entry<String, Integer> entry : counts.entrySet()) {
        System.out.println(entry.getKey());
      }
    }
    counts.forEach((key, value) -> System.out.println(key));
    System.out.println(counts.keySet().size() + " of " + counts.values().contains(3));
    List<String> keys = new ArrayList<>(counts.keySet());
    System.out.println(keys);
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      SynchronizedMapViewsOk shared = new SynchronizedMapViewsOk();
      new Thread(() -> shared.put("a")).start();
      new Thread(shared::print).start();
    }
  }
}
