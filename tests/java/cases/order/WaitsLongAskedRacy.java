import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// What is done because the time is up is done beside those who were waited for.
public class WaitsLongAskedRacy {
  static int rows;
  static int lines;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> rows = 1);  //~ data-race A: write
    pool.shutdown();
    if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
      System.out.println("so far " + rows);  //~ data-race A: read
    }
    System.out.println(rows);

    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      lines = 2;  //~ data-race B: write
      done.countDown();
    }).start();
    while (!done.await(5, TimeUnit.SECONDS)) {
      System.out.println("still at " + lines);  //~ data-race B: read
    }
    System.out.println(lines);
  }
}
