import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// A hook of the pool runs on its threads, several at once.
public class ThreadPoolExecutorRacy {
  static class Counting extends ThreadPoolExecutor {
    private int finished;

    Counting() {
      super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void afterExecute(Runnable task, Throwable error) {
      finished++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    Counting pool = new Counting();
    pool.execute(() -> { });
    pool.execute(() -> { });
    pool.shutdown();
  }
}
