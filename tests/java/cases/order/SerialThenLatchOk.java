import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The one thread of the pool runs what it was given first before it counts down. */
public class SerialThenLatchOk {
  static int value;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.execute(() -> value = 3);  //~ FP data-race A: write -- that tasks keep their order
    pool.execute(() -> done.countDown());
    done.await();
    System.out.println(value);  //~ FP data-race A: read
    pool.shutdown();
  }
}
