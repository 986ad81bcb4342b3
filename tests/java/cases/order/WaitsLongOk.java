import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Nobody asks whether the time was up, since nothing here takes that long.
public class WaitsLongOk {
  static int rows;
  static int lines;
  static int words;
  static int letters;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> rows = 1);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(rows);

    ExecutorService others = Executors.newCachedThreadPool();
    others.execute(() -> letters = 1);
    others.shutdown();
    if (!others.awaitTermination(10, TimeUnit.SECONDS)) others.shutdownNow();
    System.out.println(letters);

    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      lines = 2;
      done.countDown();
    }).start();
    done.await(30, TimeUnit.SECONDS);
    System.out.println(lines);

    Thread last = new Thread(() -> words = 3);
    last.start();
    last.join(5000);
    System.out.println(words);
  }
}
