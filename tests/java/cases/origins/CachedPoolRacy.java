import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A task of a cached pool against the thread that submitted it.
public class CachedPoolRacy {
  static double price;

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newCachedThreadPool();
    pool.submit(() -> {
      price = 2.5;  //~ data-race A: write
    });
    double seen = price;  //~ data-race A: read
    pool.shutdown();
    System.out.println(seen);
  }
}
