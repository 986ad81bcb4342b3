import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks of a pool with two threads add under the lock of what they add to.
public class FixedPoolOk {
  private int done;

  synchronized void finish() {
    done++;
  }

  void runAll() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 10; i++) {
      pool.execute(this::finish);
    }
    pool.shutdown();
  }

  public static void main(String[] arguments) {
    new FixedPoolOk().runAll();
  }
}
