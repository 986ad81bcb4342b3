import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// The runs of a periodic task come one after the other, and a single one starts its thread first.
public class PeriodicStartsOk {
  static int round;
  static int begun;

  public static void main(String[] arguments) {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    timer.scheduleAtFixedRate(() -> {
      round++;
      int now = round;
      new Thread(() -> System.out.println(now)).start();
    }, 0, 1, TimeUnit.SECONDS);
    timer.schedule(() -> {
      begun++;
      new Thread(() -> System.out.println(begun)).start();
    }, 1, TimeUnit.SECONDS);
  }
}
