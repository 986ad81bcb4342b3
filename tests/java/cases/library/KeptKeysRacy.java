import java.util.HashMap;
import java.util.Map;
import java.util.Set;

// The keys are a view: who asks them, asks the map.
public class KeptKeysRacy {
  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<String> names = counts.keySet();

  synchronized void put(String name) {
    counts.put(name, 1);  //~ data-race A(counts): write
  }

  boolean has(String name) {
    return names.contains(name);  //~ data-race A(counts): read
  }

  public static void main(String[] arguments) {
    KeptKeysRacy shared = new KeptKeysRacy();
    new Thread(() -> shared.put("a")).start();
    new Thread(() -> System.out.println(shared.has("a"))).start();
  }
}
