import java.util.concurrent.locks.ReentrantLock;

// The access is where tryLock succeeded.
public class TryLockOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    if (LOCK.tryLock()) {
      try {
        count++;
      } finally {
        LOCK.unlock();
      }
    }
  }

  static void set(int limit) {
    if (!LOCK.tryLock()) {
      return;
    }
    count = limit;
    LOCK.unlock();
  }

  public static void main(String[] arguments) {
    new Thread(TryLockOk::add).start();
    new Thread(TryLockOk::add).start();
    set(3);
  }
}
