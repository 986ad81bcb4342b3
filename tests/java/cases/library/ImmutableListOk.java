import java.util.List;
import java.util.Map;

// Collections that cannot be changed.
public class ImmutableListOk {
  static final List<String> NAMES = List.of("ada", "grace");
  static final Map<String, Integer> AGES = Map.copyOf(Map.of("ada", 36));

  static void show() {
    for (String name : NAMES) {
      System.out.println(AGES.get(name));
    }
  }

  public static void main(String[] arguments) {
    new Thread(ImmutableListOk::show).start();
    new Thread(ImmutableListOk::show).start();
  }
}
