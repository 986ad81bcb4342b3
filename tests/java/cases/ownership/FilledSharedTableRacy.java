import java.util.HashMap;
import java.util.Map;

// The table is shown to others before it is filled.
public class FilledSharedTableRacy {
  private volatile Map<String, Integer> table;

  Integer find(String name) {
    Map<String, Integer> mine = table;
    if (mine == null) {
      synchronized (this) {
        if ((mine = table) == null) {
          mine = new HashMap<>();
          table = mine;
          mine.put("a", 1);  //~ data-race A(table): write
        }
      }
    }
    return mine.get(name);  //~ data-race A(table): read
  }

  public static void main(String[] arguments) {
    FilledSharedTableRacy tables = new FilledSharedTableRacy();
    new Thread(() -> tables.find("a")).start();
    new Thread(() -> tables.find("b")).start();
  }
}
