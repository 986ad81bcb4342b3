import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// shutdown() takes no more tasks; it waits for none.
public class ShutdownOnlyRacy {
  static int rows;

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> rows = 1);  //~ data-race A: write
    pool.shutdown();
    System.out.println(rows);  //~ data-race A: read
  }
}
