import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What the thread of the pool is given behind the latch may come later. */
public class SerialThenLatchRacy {
  static int value;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.execute(() -> done.countDown());
    pool.execute(() -> value = 3);  //~ data-race A: write
    done.await();
    System.out.println(value);  //~ data-race A: read
    pool.shutdown();
  }
}
