// races: java.util.ArrayList, java.util.HashMap, java.lang.StringBuilder
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What promises threads nothing is called by references to methods. */
public class RacyReferences {
  static final List<String> list = new ArrayList<>();
  static final Map<String, Integer> map = new HashMap<>();
  static final StringBuilder text = new StringBuilder(100);

  static void fill(List<String> with) {
    with.forEach(list::add);
    with.forEach(text::append);
    Function<String, Integer> look = map::get;
    if (look.apply(with.get(0)) == null) map.put(with.get(0), 1);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> fill(List.of("a")));
    other.start();
    fill(List.of("b"));
    other.join();
    System.out.println("done");
  }
}
