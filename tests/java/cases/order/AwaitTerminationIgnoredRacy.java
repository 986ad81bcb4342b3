import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Nobody asks whether the pool had ended or the time was up.
public class AwaitTerminationIgnoredRacy {
  static int rows;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> rows = 1);  //~ data-race A: write
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MILLISECONDS);
    System.out.println(rows);  //~ data-race A: read
  }
}
