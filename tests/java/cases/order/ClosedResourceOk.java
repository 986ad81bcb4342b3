import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What was just made is not null, so that closing it is not left out. */
public class ClosedResourceOk implements AutoCloseable {
  private final ExecutorService pool = Executors.newFixedThreadPool(1);
  private int state;

  void post() {
    pool.execute(() -> state++);
  }

  @Override public void close() throws InterruptedException {
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.HOURS);
  }

  public static void main(String[] arguments) throws InterruptedException {
    ClosedResourceOk tasks = new ClosedResourceOk();
    try (tasks) {
      tasks.post();
      tasks.post();
    }
    System.out.println(tasks.state);
  }
}
