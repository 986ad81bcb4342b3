import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

// The wrapper locks each call; a loop over it takes the lock itself.
public class SynchronizedMapOk {
  private final Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());

  void add() {
    ages.put("ada", 36);
  }

  int sum() {
    int sum = 0;
    synchronized (ages) {
      for (int age : ages.values()) {
        sum += age;
      }
    }
    return sum;
  }

  public static void main(String[] arguments) {
    SynchronizedMapOk people = new SynchronizedMapOk();
    new Thread(people::add).start();
    System.out.println(people.sum());
  }
}
