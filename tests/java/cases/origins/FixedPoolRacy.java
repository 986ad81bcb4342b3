import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks of a pool with two threads add without a lock.
public class FixedPoolRacy {
  private int done;

  void runAll() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 10; i++) {
      pool.execute(() -> done++);  //~ data-race A*: read, write
    }
    pool.shutdown();
  }

  public static void main(String[] arguments) {
    new FixedPoolRacy().runAll();
  }
}
