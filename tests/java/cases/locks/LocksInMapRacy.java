import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// A lock for each name, and one total for all names.
public class LocksInMapRacy {
  private final Map<String, Object> locks = new ConcurrentHashMap<>();
  private int total;

  void add(String name, int amount) {
    synchronized (locks.computeIfAbsent(name, key -> new Object())) {
      total += amount;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    LocksInMapRacy all = new LocksInMapRacy();
    for (String name : new String[] {"a", "b"}) {
      new Thread(() -> all.add(name, 1)).start();
    }
  }
}
