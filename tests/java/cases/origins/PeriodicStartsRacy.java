import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// What a periodic task does before it starts a thread meets the threads of its earlier runs.
public class PeriodicStartsRacy {
  static int round;

  public static void main(String[] arguments) {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.scheduleAtFixedRate(() -> {
      round++;  //~ data-race A: write
      new Thread(() -> System.out.println(round)).start();  //~ data-race A: read
    }, 0, 1, TimeUnit.SECONDS);
  }
}
