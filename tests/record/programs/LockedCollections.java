// races: none
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collections that promise nothing, under a lock; and one that locks by itself. */
public class LockedCollections {
  static final Map<Integer, List<Integer>> map = new HashMap<>();
  static final ArrayDeque<Integer> queue = new ArrayDeque<>();
  static final List<Integer> shared = Collections.synchronizedList(new ArrayList<>());

  static void work() {
    for (int each = 0; each < 50; each++) {
      synchronized (map) {
        map.computeIfAbsent(each % 5, key -> new ArrayList<>()).add(each);
        queue.push(each);
        if (queue.size() > 10) queue.pop();
      }
      shared.add(each);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(LockedCollections::work);
    other.start();
    work();
    other.join();
    int sum = 0;
    for (List<Integer> each : map.values()) sum += each.size();
    System.out.println(sum + " " + shared.size());
  }
}
