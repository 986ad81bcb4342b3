import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

// The wait may end before the task does.
public class FutureTimedGetRacy {
  static int pages;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> future = pool.submit(() -> {
      pages = 12;  //~ data-race A: write
    });
    try {
      future.get(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      System.out.println("late");
    }
    System.out.println(pages);  //~ data-race A: read
    pool.shutdown();
  }
}
