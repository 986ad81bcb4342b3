import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Waits for a task's result with the lock that the task needs.
public class FutureUnderLockDeadlock {
  private static final Object LOCK = new Object();
  private static int count;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    synchronized (LOCK) {
      Future<Integer> task = pool.submit(() -> {
        synchronized (LOCK) {  //~ deadlock A: wants
          return ++count;
        }
      });
      System.out.println(task.get());  //~ deadlock A: wants
    }
    pool.shutdown();
  }
}
