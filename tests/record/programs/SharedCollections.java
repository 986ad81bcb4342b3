// races: SharedCollections.racy
import java.util.*;
import java.util.concurrent.*;
public class SharedCollections {
  static int bySet, bySkip, racy;
  static class Box {
    int value;
  }
  public static void main(String[] a) throws Exception {
    Set<String> done = ConcurrentHashMap.newKeySet();
    ConcurrentSkipListSet<Integer> skip = new ConcurrentSkipListSet<>();
    List<Box> list = Collections.synchronizedList(new ArrayList<>());
    Vector<Box> vector = new Vector<>();
    Hashtable<String, Box> table = new Hashtable<>();
    Map<String, Box> map = Collections.synchronizedMap(new HashMap<>());
    Thread reader = new Thread(() -> {
      racy++;
      while (!done.contains("x")) Thread.onSpinWait();
      bySet++;
      while (!skip.contains(7)) Thread.onSpinWait();
      bySkip++;
      while (list.isEmpty()) Thread.onSpinWait();
      list.get(0).value++;
      while (vector.isEmpty()) Thread.onSpinWait();
      vector.remove(0).value++;
      Box box;
      while ((box = table.get("k")) == null) Thread.onSpinWait();
      box.value++;
      while ((box = map.get("k")) == null) Thread.onSpinWait();
      box.value++;
    });
    reader.start();
    racy++;
    bySet = 1;
    done.add("x");
    bySkip = 1;
    skip.add(7);
    Box b1 = new Box(), b2 = new Box(), b3 = new Box(), b4 = new Box();
    b1.value = 1;
    list.add(b1);
    b2.value = 1;
    vector.add(b2);
    b3.value = 1;
    table.put("k", b3);
    b4.value = 1;
    map.put("k", b4);
    reader.join();
    System.out.println(bySet + " " + bySkip + " " + b1.value + b2.value + b3.value + b4.value);
  }
}
