import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// get() comes after the task.
public class FutureGetOk {
  static int pages;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> future = pool.submit(() -> {
      pages = 12;
    });
    future.get();
    System.out.println(pages);
    pool.shutdown();
  }
}
