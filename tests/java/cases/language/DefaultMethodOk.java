import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A default method takes the lock that each class has for itself.
public class DefaultMethodOk {
  interface Locked {
    Lock lock();

    default void run(Runnable action) {
      lock().lock();
      try {
        action.run();
      } finally {
        lock().unlock();
      }
    }
  }

  static class Page implements Locked {
    private final Lock lock = new ReentrantLock();
    private int words;

    @Override
    public Lock lock() {
      return lock;
    }
  }

  public static void main(String[] arguments) {
    Page page = new Page();
    new Thread(() -> page.run(() -> page.words++)).start();
    new Thread(() -> page.run(() -> page.words++)).start();
  }
}
