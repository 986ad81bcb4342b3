import java.util.HashMap;
import java.util.Map;

// Where there was none, a table is made, filled, and only then shown to others; who found one uses
// the same variable.
public class FilledLocalTableOk {
  private volatile Map<String, Integer> table;

  Integer find(String name) {
    Map<String, Integer> mine = table;
    if (mine == null) {
      synchronized (this) {
        if ((mine = table) == null) {
          mine = new HashMap<>();
          mine.put("a", 1);
          table = mine;
        }
      }
    }
    return mine.get(name);
  }

  public static void main(String[] arguments) {
    FilledLocalTableOk tables = new FilledLocalTableOk();
    new Thread(() -> tables.find("a")).start();
    new Thread(() -> tables.find("b")).start();
  }
}
