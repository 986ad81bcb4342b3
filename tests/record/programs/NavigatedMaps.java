// races: NavigatedMaps$Value.late, java.util.TreeMap, java.util.BitSet
import java.util.BitSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What a sorted map that orders gives by other ways than by key; and one that does not, and bits. */
public class NavigatedMaps {
  static class Value {
    int early, late;
  }

  static final ConcurrentSkipListMap<Integer, Value> map = new ConcurrentSkipListMap<>();
  static final NavigableMap<Integer, Value> other = new ConcurrentSkipListMap<>();
  static final TreeMap<Integer, Integer> tree = new TreeMap<>();
  static final BitSet bits = new BitSet();

  static void put(NavigableMap<Integer, Value> into) {
    Value value = new Value();
    value.early = 1;
    into.put(1, value);
    value.late = 2;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread putter = new Thread(() -> {
      tree.put(1, 1);
      bits.set(3);
      put(map);
      put(other);
    });
    putter.start();
    int sum = (tree.floorKey(1) == null ? 1 : 2) + (bits.get(4) ? 1 : 0);
    while (map.isEmpty()) Thread.yield();
    Thread.sleep(50);
    sum += map.firstEntry().getValue().early;
    while (other.isEmpty()) Thread.yield();
    Value last = other.pollLastEntry().getValue();
    Thread.sleep(50);
    sum += last.early + last.late;
    putter.join();
    System.out.println(sum > 0);
  }
}
