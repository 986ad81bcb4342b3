import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each of two executors is serial, but they are two.
public class SingleThreadExecutorRacy {
  static int done;

  public static void main(String[] arguments) {
    ExecutorService left = Executors.newSingleThreadExecutor();
    ExecutorService right = Executors.newSingleThreadExecutor();
    left.execute(() -> done = 1);   //~ data-race A: write
    right.execute(() -> done = 2);  //~ data-race A: write
    left.shutdown();
    right.shutdown();
  }
}
