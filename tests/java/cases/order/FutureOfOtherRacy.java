import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

// The future that is asked is of another task.
public class FutureOfOtherRacy {
  static int pages;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(() -> {
      pages = 12;  //~ data-race A: write
    });
    Future<?> other = pool.submit(() -> { });
    other.get();
    FutureTask<Void> third = new FutureTask<>(() -> null);
    new Thread(third).start();
    third.get();
    System.out.println(pages);  //~ data-race A: read
    pool.shutdown();
  }
}
