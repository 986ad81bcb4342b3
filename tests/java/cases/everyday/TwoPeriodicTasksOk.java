import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// Two periodic tasks count in one place; the pool has one thread.
public class TwoPeriodicTasksOk {
  private int beats;

  public static void main(String[] arguments) throws InterruptedException {
    TwoPeriodicTasksOk heart = new TwoPeriodicTasksOk();
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    pool.scheduleAtFixedRate(() -> heart.beats++, 0, 2, TimeUnit.MILLISECONDS);
    pool.scheduleWithFixedDelay(() -> heart.beats++, 0, 3, TimeUnit.MILLISECONDS);
    Thread.sleep(20);
    pool.shutdown();
  }
}
