import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

// A wrapper of a wrapper around what runs under the lock.
public class WrappedBodyOk {
  private final Lock lock = new ReentrantLock();
  private int count;

  static <T> T withLock(Lock lock, Supplier<T> body) {
    lock.lock();
    try {
      return body.get();
    } finally {
      lock.unlock();
    }
  }

  static void withLock(Lock lock, Runnable body) {
    withLock(lock, () -> {
      body.run();
      return null;
    });
  }

  void add() {
    withLock(lock, () -> {
      count++;
    });
  }

  int get() {
    return withLock(lock, () -> count);
  }

  public static void main(String[] arguments) {
    WrappedBodyOk all = new WrappedBodyOk();
    new Thread(all::add).start();
    new Thread(all::add).start();
    System.out.println(all.get());
  }
}
