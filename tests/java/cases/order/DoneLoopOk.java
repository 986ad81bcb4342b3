import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// A task that is done, and was never cancelled, has ended.
public class DoneLoopOk {
  private static int result;

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> task = pool.submit(() -> {
      result = 42;
    });
    while (!task.isDone()) {
      Thread.sleep(5);
    }
    System.out.println(result);
    pool.shutdown();
  }
}
