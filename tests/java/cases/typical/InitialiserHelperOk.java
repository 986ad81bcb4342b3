import java.util.HashMap;
import java.util.Map;

// The table is filled by methods that the class initialiser calls.
public class InitialiserHelperOk {
  static class Codes {
    private static final Map<String, Integer> table = new HashMap<>();
    private static int highest;

    static {
      fill();
    }

    private static void fill() {
      add("a", 1);
      add("b", 2);
    }

    private static void add(String name, int code) {
      table.put(name, code);
      highest = code;
    }

    static int find(String name) {
      return table.getOrDefault(name, highest);
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) new Thread(() -> System.out.println(Codes.find("a"))).start();
  }
}
