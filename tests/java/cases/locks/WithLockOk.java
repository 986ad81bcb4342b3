import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The lock is taken by the method that runs the lambda, two calls further down.
public class WithLockOk {
  private final Lock lock = new ReentrantLock();
  private int count;

  static void withLock(Lock lock, Runnable action) {
    lock.lock();
    try {
      run(action);
    } finally {
      lock.unlock();
    }
  }

  static void run(Runnable action) {
    action.run();
  }

  void add() {
    withLock(lock, () -> count++);
  }

  public static void main(String[] arguments) {
    WithLockOk box = new WithLockOk();
    new Thread(box::add).start();
    new Thread(box::add).start();
  }
}
