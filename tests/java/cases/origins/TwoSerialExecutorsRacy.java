import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each of the two runs one task at a time, but both run.
public class TwoSerialExecutorsRacy {
  static int done;

  public static void main(String[] arguments) {
    ExecutorService one = Executors.newSingleThreadExecutor();
    ExecutorService other = Executors.newSingleThreadExecutor();
    one.execute(() -> {
      done = 1;  //~ data-race A: write
    });
    other.execute(() -> {
      done = 2;  //~ data-race A: write
    });
    one.shutdown();
    other.shutdown();
  }
}
