// races: MapFunctions.racy, MapFunctions$Stat.outside
import java.util.*;
import java.util.concurrent.*;
public class MapFunctions {
  static int racy;
  static class Stat {
    int count, outside;
  }
  record Key(String name, int number) {}
  public static void main(String[] a) throws Exception {
    ConcurrentHashMap<String, Stat> map = new ConcurrentHashMap<>();
    ConcurrentSkipListMap<Integer, Stat> skip = new ConcurrentSkipListMap<>();
    ConcurrentMap<Key, Stat> byKey = new ConcurrentHashMap<>();
    ConcurrentHashMap<String, Integer> sums = new ConcurrentHashMap<>();
    Runnable work = () -> {
      for (int i = 0; i < 30; i++) {
        String k = "k" + i % 3;
        map.compute(k, (x, s) -> {
          if (s == null) s = new Stat();
          s.count++;
          return s;
        });
        map.computeIfPresent(k, (x, s) -> {
          s.count++;
          return s;
        });
        sums.merge(k, 1, Integer::sum);
        byKey.compute(new Key(k, i % 2), (x, s) -> {
          Stat n = s == null ? new Stat() : s;
          n.count++;
          return n;
        });
        map.get("k0").outside++;
        racy++;
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    Stat s = new Stat();
    Thread t = new Thread(() -> {
      Stat got;
      while ((got = skip.get(3)) == null) Thread.onSpinWait();
      got.count++;
      Map.Entry<Integer, Stat> e;
      while ((e = skip.firstEntry()) == null) Thread.onSpinWait();
      e.getValue().count++;
    });
    t.start();
    s.count = 1;
    skip.put(3, s);
    t.join();
    one.join();
    two.join();
    int total = 0;
    for (Stat each : map.values()) total += each.count;
    map.forEach((k, v) -> v.count++);
    map.forEachValue(1, v -> v.count++);
    System.out.println(
        total + " " + sums.get("k1") + " " + s.count + " " + map.reduceValues(1, v -> v.count, Integer::sum));
  }
}
