import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks of a pool; the second lock is taken by a lambda that runs under the first.
public class LambdaDeadlock {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void locked(Object lock, Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }

  static void leave(Object lock) {
    synchronized (lock) { }  //~ deadlock A*: wants
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> locked(LEFT, () -> leave(RIGHT)));
    pool.execute(() -> locked(RIGHT, () -> leave(LEFT)));
    pool.shutdown();
  }
}
