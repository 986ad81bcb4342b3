import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// The time may well be up.
public class WaitsShortlyRacy {
  static int rows;
  static int lines;
  static int words;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> rows = 1);  //~ data-race A: write
    pool.shutdown();
    if (!pool.awaitTermination(900, TimeUnit.MILLISECONDS)) pool.shutdownNow();
    System.out.println(rows);  //~ data-race A: read

    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      lines = 2;  //~ data-race B: write
      done.countDown();
    }).start();
    done.await(arguments.length, TimeUnit.MINUTES);
    System.out.println(lines);  //~ data-race B: read

    Thread last = new Thread(() -> words = 3);  //~ data-race C: write
    last.start();
    last.join(100);
    System.out.println(words);  //~ data-race C: read
  }
}
