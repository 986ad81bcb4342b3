import java.util.concurrent.ConcurrentHashMap;

// Check, then act: a vote may be lost, but no access races.
public class CheckThenActOk {
  static final ConcurrentHashMap<String, Integer> VOTES = new ConcurrentHashMap<>();

  static void vote(String name) {
    if (!VOTES.containsKey(name)) {
      VOTES.put(name, 0);
    }
    VOTES.put(name, VOTES.get(name) + 1);
  }

  public static void main(String[] arguments) {
    new Thread(() -> vote("ada")).start();
    new Thread(() -> vote("ada")).start();
  }
}
