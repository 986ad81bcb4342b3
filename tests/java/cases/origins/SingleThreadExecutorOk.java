import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// All tasks run on one thread, one after the other.
public class SingleThreadExecutorOk {
  static int done;

  public static void main(String[] arguments) {
    ExecutorService one = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 10; i++) {
      one.execute(() -> done++);
    }
    one.execute(() -> done = 0);
    one.shutdown();
  }
}
