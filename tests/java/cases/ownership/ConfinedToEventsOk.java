import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// All that touches the model goes through one serial executor, also what the other pool sends.
public class ConfinedToEventsOk {
  static final ExecutorService SERIAL = Executors.newSingleThreadExecutor();
  static int model;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) {
      pool.submit(() -> SERIAL.submit(() -> model++).get()).get();
    }
    SERIAL.submit(() -> model = 0);
    pool.shutdown();
    SERIAL.shutdown();
  }
}
