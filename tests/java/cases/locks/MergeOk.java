import java.util.concurrent.ConcurrentHashMap;

// Counting with merge, and reading with getOrDefault.
public class MergeOk {
  static final ConcurrentHashMap<String, Integer> VOTES = new ConcurrentHashMap<>();

  static void vote(String name) {
    VOTES.merge(name, 1, Integer::sum);
  }

  public static void main(String[] arguments) {
    new Thread(() -> vote("ada")).start();
    new Thread(() -> vote("ada")).start();
    System.out.println(VOTES.getOrDefault("ada", 0));
  }
}
