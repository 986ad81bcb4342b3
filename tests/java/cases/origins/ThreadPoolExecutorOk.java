import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

// A hook of the pool counts with an atomic.
public class ThreadPoolExecutorOk {
  static class Counting extends ThreadPoolExecutor {
    private final AtomicInteger finished = new AtomicInteger();

    Counting() {
      super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void afterExecute(Runnable task, Throwable error) {
      finished.incrementAndGet();
    }
  }

  public static void main(String[] arguments) {
    Counting pool = new Counting();
    pool.execute(() -> { });
    pool.execute(() -> { });
    pool.shutdown();
  }
}
