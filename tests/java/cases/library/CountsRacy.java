import java.util.HashMap;
import java.util.Map;

// Words are counted by several threads in a plain map.
public class CountsRacy {
  private static final Map<String, Integer> COUNTS = new HashMap<>();

  static void count(String text) {
    for (String word : text.split(" ")) {
      COUNTS.merge(word, 1, Integer::sum);  //~ data-race A(COUNTS)*: write
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> count("a b a")).start();
    new Thread(() -> count("b c")).start();
  }
}
