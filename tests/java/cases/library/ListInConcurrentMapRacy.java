import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// The map is made for several threads, the lists in it are not.
public class ListInConcurrentMapRacy {
  private static final Map<String, List<Integer>> GROUPS = new ConcurrentHashMap<>();

  static void add(String group, int number) {
    GROUPS.computeIfAbsent(group, key -> new ArrayList<>())
        .add(number);  //~ data-race A(java.util.ArrayList)*: write
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      int number = i;
      new Thread(() -> add("all", number)).start();
    }
  }
}
