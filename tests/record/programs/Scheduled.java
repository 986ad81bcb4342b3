// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Scheduled {
  static int count;

  public static void main(String[] arguments) throws Exception {
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
    int[] data = {1};
    ScheduledFuture<Integer> later = executor.schedule(() -> data[0] + 1, 5, TimeUnit.MILLISECONDS);
    System.out.println(later.get());
    CountDownLatch thrice = new CountDownLatch(3);
    executor.scheduleAtFixedRate(() -> {
      count++;
      thrice.countDown();
    }, 0, 2, TimeUnit.MILLISECONDS);
    thrice.await();
    executor.shutdownNow();
    if (!executor.awaitTermination(1, TimeUnit.MINUTES)) throw new IllegalStateException();
    System.out.println(count >= 3);
  }
}
