import java.util.concurrent.ConcurrentHashMap;

// compute() and merge() are atomic for a key: what hangs on the key is safe inside.
public class ComputeOk {
  static class Tally {
    int votes;
  }

  static final ConcurrentHashMap<String, Tally> TALLIES = new ConcurrentHashMap<>();

  static void vote(String name) {
    TALLIES.compute(name, (key, tally) -> {
      if (tally == null) {
        tally = new Tally();
      }
      tally.votes++;
      return tally;
    });
  }

  public static void main(String[] arguments) {
    new Thread(() -> vote("ada")).start();
    new Thread(() -> vote("ada")).start();
  }
}
