import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The one task is put into the list in a loop.
public class InvokeAllTwiceRacy {
  static int count;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Integer> task = () -> count = 1;  //~ data-race A*: write
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tasks.add(task);
    }
    pool.invokeAll(tasks);
    System.out.println(count);
    pool.shutdown();
  }
}
