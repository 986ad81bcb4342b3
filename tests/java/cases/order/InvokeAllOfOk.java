import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each task is in the list once, and sets a field of its own.
public class InvokeAllOfOk {
  static int left;
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Integer> first = () -> left = 1;
    Callable<Integer> second = () -> right = 2;
    pool.invokeAll(List.of(first, second));
    System.out.println(left + right);
    pool.shutdown();
  }
}
