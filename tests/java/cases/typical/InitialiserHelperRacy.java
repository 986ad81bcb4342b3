import java.util.HashMap;
import java.util.Map;

// The method that fills the table is called later, too.
public class InitialiserHelperRacy {
  static class Codes {
    private static final Map<String, Integer> table = new HashMap<>();
    private static int highest;

    static {
      add("a", 1);
    }

    static void add(String name, int code) {
      table.put(name, code);  //~ data-race A(table)*: write
      highest = code;  //~ data-race B*: write
    }

    static int find(String name) {
      int otherwise = highest;  //~ data-race B(highest): read
      return table.getOrDefault(name, otherwise);  //~ data-race A(table): read
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++)
      new Thread(() -> {
        Codes.add("b", 2);
        System.out.println(Codes.find("a"));
      }).start();
  }
}
