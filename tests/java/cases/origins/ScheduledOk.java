import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// The runs of one periodic task never overlap, whatever the pool.
public class ScheduledOk {
  static long polls;

  public static void main(String[] arguments) throws InterruptedException {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    pool.scheduleAtFixedRate(() -> polls++, 0, 5, TimeUnit.MILLISECONDS);
    Thread.sleep(50);
    pool.shutdown();
  }
}
