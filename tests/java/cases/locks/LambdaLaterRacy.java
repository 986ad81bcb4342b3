import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The lambda is made while the lock is held and runs when it is not.
public class LambdaLaterRacy {
  private final Object lock = new Object();
  private int sum;

  void addLater(ExecutorService pool) {
    synchronized (lock) {
      pool.execute(() -> sum++);  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    LambdaLaterRacy box = new LambdaLaterRacy();
    box.addLater(pool);
    box.addLater(pool);
    pool.shutdown();
  }
}
