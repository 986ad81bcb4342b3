// races: java.util.HashMap
import java.util.HashMap;
import java.util.Map;

/** Two threads fill a map that promises threads nothing. */
public class RacyMap {
  static final Map<String, Integer> map = new HashMap<>();

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> map.put("one", 1));
    other.start();
    map.put("two", 2);
    other.join();
    System.out.println(map.size() < 3);
  }
}
