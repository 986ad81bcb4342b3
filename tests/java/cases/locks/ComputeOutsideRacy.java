import java.util.concurrent.ConcurrentHashMap;

// The map makes the tally once, but the vote is counted outside.
public class ComputeOutsideRacy {
  static class Tally {
    int votes;
  }

  static final ConcurrentHashMap<String, Tally> TALLIES = new ConcurrentHashMap<>();

  static void vote(String name) {
    TALLIES.computeIfAbsent(name, key -> new Tally()).votes++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(() -> vote("ada")).start();
    new Thread(() -> vote("ada")).start();
  }
}
