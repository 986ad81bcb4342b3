import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// Two threads in one ConcurrentHashMap.
public class ConcurrentHashMapOk {
  private final Map<String, Integer> ages = new ConcurrentHashMap<>();

  void add(String name) {
    ages.put(name, 1);
  }

  Integer find(String name) {
    return ages.get(name);
  }

  public static void main(String[] arguments) {
    ConcurrentHashMapOk people = new ConcurrentHashMapOk();
    new Thread(() -> people.add("ada")).start();
    new Thread(() -> people.add("grace")).start();
    System.out.println(people.find("ada"));
  }
}
