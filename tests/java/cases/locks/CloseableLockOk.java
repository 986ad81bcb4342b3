import java.util.concurrent.locks.ReentrantLock;

// A lock that try-with-resources gives back.
public class CloseableLockOk {
  static class Held implements AutoCloseable {
    private final ReentrantLock lock;

    Held(ReentrantLock lock) {
      this.lock = lock;
      lock.lock();
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    try (Held held = new Held(LOCK)) {
      count++;
    }
  }

  public static void main(String[] arguments) {
    new Thread(CloseableLockOk::add).start();
    new Thread(CloseableLockOk::add).start();
  }
}
