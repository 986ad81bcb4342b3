import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// A library object is told by the field that holds it, also where a method gave it.
public class HeldByFieldRacy {
  private static Map<String, String> cache;
  private final List<String> items = new ArrayList<>();

  private static synchronized Map<String, String> cache() {
    if (cache == null) cache = new HashMap<>();
    return cache;
  }

  static void put(String name, String text) {
    cache().put(name, text);  //~ data-race A(cache)*: write
  }

  synchronized void add(String text) {
    items.add(text);  //~ data-race B: write
  }

  synchronized List<String> items() {
    return Collections.unmodifiableList(items);
  }

  public static void main(String[] arguments) {
    HeldByFieldRacy one = new HeldByFieldRacy();
    new Thread(() -> put("a", "b")).start();
    new Thread(() -> put("c", "d")).start();
    new Thread(() -> one.add("a")).start();
    System.out.println(one.items().size());  //~ data-race B(items): read
  }
}
