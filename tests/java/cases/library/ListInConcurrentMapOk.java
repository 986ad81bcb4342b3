import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

// Both the map and the lists in it are made for several threads.
public class ListInConcurrentMapOk {
  private static final Map<String, List<Integer>> GROUPS = new ConcurrentHashMap<>();

  static void add(String group, int number) {
    GROUPS.computeIfAbsent(group, key -> new CopyOnWriteArrayList<>()).add(number);
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      int number = i;
      new Thread(() -> add("all", number)).start();
    }
  }
}
