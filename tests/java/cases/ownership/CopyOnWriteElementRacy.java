import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// The list is safe, its elements are not.
public class CopyOnWriteElementRacy {
  static class Counter {
    int hits;
  }

  static final List<Counter> COUNTERS = new CopyOnWriteArrayList<>(List.of(new Counter()));

  static void hitAll() {
    for (Counter counter : COUNTERS) {
      counter.hits++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(CopyOnWriteElementRacy::hitAll).start();
    new Thread(CopyOnWriteElementRacy::hitAll).start();
  }
}
