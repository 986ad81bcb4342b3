import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Asked once, and gone on with whatever the answer was.
public class DoneLoopRacy {
  private static int result;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> task = pool.submit(() -> {
      result = 42;  //~ data-race A: write
    });
    if (!task.isDone()) {
      Thread.sleep(5);
    }
    System.out.println(result);  //~ data-race A: read
    pool.shutdown();
  }
}
