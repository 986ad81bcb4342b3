import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// Two periodic tasks of a pool with two threads.
public class ScheduledRacy {
  static long polls;

  public static void main(String[] arguments) throws InterruptedException {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    Runnable poll = () -> polls = 1;   //~ data-race A: write
    Runnable reset = () -> polls = 2;  //~ data-race A: write
    pool.scheduleAtFixedRate(poll, 0, 5, TimeUnit.MILLISECONDS);
    pool.scheduleWithFixedDelay(reset, 0, 5, TimeUnit.MILLISECONDS);
    Thread.sleep(50);
    pool.shutdown();
  }
}
