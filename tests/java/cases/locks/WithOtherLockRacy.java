import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The lambdas run under two locks, and one of them behind the lock.
public class WithOtherLockRacy {
  static final Lock LEFT = new ReentrantLock();
  static final Lock RIGHT = new ReentrantLock();
  static int count;
  static int late;

  static void withLock(Lock lock, Runnable action, Runnable then) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
    then.run();
  }

  public static void main(String[] arguments) {
    new Thread(() -> withLock(LEFT,
        () -> count++,  //~ data-race A: read, write
        () -> late++))  //~ data-race B: read, write
        .start();
    withLock(RIGHT,
        () -> count++,  //~ data-race A: read, write
        () -> late++);  //~ data-race B: read, write
  }
}
