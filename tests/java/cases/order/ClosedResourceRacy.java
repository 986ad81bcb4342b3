import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Closing it does not wait for its tasks. */
public class ClosedResourceRacy implements AutoCloseable {
  private final ExecutorService pool = Executors.newFixedThreadPool(1);
  private int state;

  void post() {
    pool.execute(() -> state++);  //~ data-race A: write
  }

  @Override public void close() {
    pool.shutdown();
  }

  public static void main(String[] arguments) {
    ClosedResourceRacy tasks = new ClosedResourceRacy();
    try (tasks) {
      tasks.post();
      tasks.post();
    }
    System.out.println(tasks.state);  //~ data-race A: read
  }
}
