import java.util.concurrent.ConcurrentHashMap;

// Not atomic together, but no data race.
public class CheckThenActMapOk {
  static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

  static void count(String word) {
    Integer old = counts.get(word);
    if (old == null) counts.put(word, 1);
    else counts.put(word, old + 1);
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) new Thread(() -> count("a")).start();
  }
}
