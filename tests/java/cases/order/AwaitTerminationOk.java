import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// main looks only where awaitTermination has said that all is over.
public class AwaitTerminationOk {
  static int rows;

  static synchronized void add() {
    rows++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(AwaitTerminationOk::add);
    pool.execute(AwaitTerminationOk::add);
    pool.shutdown();
    if (pool.awaitTermination(5, TimeUnit.SECONDS)) {
      System.out.println(rows);
    }
  }
}
