import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

// Words are counted by several threads.
public class AdderOk {
  private static final Map<String, LongAdder> COUNTS = new ConcurrentHashMap<>();

  static void count(String text) {
    for (String word : text.split(" ")) {
      COUNTS.computeIfAbsent(word, key -> new LongAdder()).increment();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> count("a b a")).start();
    new Thread(() -> count("b c")).start();
  }
}
