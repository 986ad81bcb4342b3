import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

// What the wrapper runs has to wait for no lock on one of the ways.
public class WrappedBodyRacy {
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

  static void run(Lock lock, Runnable body) {
    withLock(lock, () -> null);
    body.run();
  }

  void add() {
    run(lock, () -> {
      count++;  //~ data-race A*: read, write
    });
  }

  public static void main(String[] arguments) {
    WrappedBodyRacy all = new WrappedBodyRacy();
    new Thread(all::add).start();
    new Thread(all::add).start();
  }
}
