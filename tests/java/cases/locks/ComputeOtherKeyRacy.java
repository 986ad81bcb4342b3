import java.util.concurrent.ConcurrentHashMap;

// compute() of one key does not keep out compute() of another.
public class ComputeOtherKeyRacy {
  static final ConcurrentHashMap<String, Integer> VOTES = new ConcurrentHashMap<>();
  static int all;

  static void vote(String name) {
    VOTES.compute(name, (key, votes) -> {
      all++;  //~ data-race A*: read, write
      return votes == null ? 1 : votes + 1;
    });
  }

  public static void main(String[] arguments) {
    new Thread(() -> vote("ada")).start();
    new Thread(() -> vote("grace")).start();
  }
}
