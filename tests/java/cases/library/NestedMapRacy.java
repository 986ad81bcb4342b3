import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// The outer map is safe, the maps in it are not.
public class NestedMapRacy {
  static final Map<String, Map<String, Integer>> TABLE = new ConcurrentHashMap<>();

  static void add(String row, String column) {
    TABLE.computeIfAbsent(row, key -> new HashMap<>()).put(column, 1);  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    new Thread(() -> add("a", "x")).start();
    new Thread(() -> add("a", "y")).start();
  }
}
