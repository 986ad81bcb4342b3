import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// A cancelled task may still be running.
public class FutureCancelledRacy {
  static int pages;

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> future = pool.submit(() -> {
      pages = 12;  //~ data-race A: write
    });
    future.cancel(true);
    System.out.println(pages);  //~ data-race A: read
    pool.shutdown();
  }
}
