import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// Two periodic tasks count in one place; the pool has two threads.
public class TwoPeriodicTasksRacy {
  private int beats;

  public static void main(String[] arguments) throws InterruptedException {
    TwoPeriodicTasksRacy heart = new TwoPeriodicTasksRacy();
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    pool.scheduleAtFixedRate(
        () -> heart.beats++,  //~ data-race A: read, write
        0, 2, TimeUnit.MILLISECONDS);
    pool.scheduleWithFixedDelay(
        () -> heart.beats++,  //~ data-race A: read, write
        0, 3, TimeUnit.MILLISECONDS);
    Thread.sleep(20);
    pool.shutdown();
  }
}
