import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The one task is in the list several times.
public class InvokeAllCopiesRacy {
  static int count;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Integer> task = () -> count = 1;  //~ data-race A*: write
    pool.invokeAll(Collections.nCopies(4, task));
    System.out.println(count);
    pool.shutdown();
  }
}
