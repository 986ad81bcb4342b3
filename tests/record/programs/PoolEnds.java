// races: PoolEnds$Pool.bare
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a pool does when it has ended comes behind all its threads. */
public class PoolEnds {
  static class Pool extends ThreadPoolExecutor {
    int begun, bare;

    Pool() {
      super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      synchronized (this) {
        begun++;
      }
    }

    @Override
    protected void afterExecute(Runnable task, Throwable thrown) {
      bare++;
    }

    @Override
    protected void terminated() {
      begun++;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Pool pool = new Pool();
    for (int each = 0; each < 4; each++) {
      pool.execute(() -> {
        try {
          Thread.sleep(20);
        } catch (InterruptedException end) {
          Thread.currentThread().interrupt();
        }
      });
    }
    pool.shutdown();
    pool.awaitTermination(5, TimeUnit.SECONDS);
    System.out.println(pool.begun);
  }
}
