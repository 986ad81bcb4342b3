import java.util.HashMap;
import java.util.Map;

// A HashMap under the lock of its owner, and two that are never shared.
public class HashMapLockedOk {
  private final Map<String, Integer> ages = new HashMap<>();

  synchronized void add(String name) {
    ages.put(name, ages.size());
  }

  public static void main(String[] arguments) {
    HashMapLockedOk people = new HashMapLockedOk();
    new Thread(() -> people.add("ada")).start();
    new Thread(() -> people.add("grace")).start();
    new HashMapLockedOk().ages.put("alone", 1);
  }
}
