import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// The time may be up; then there is no access.
public class TimedTryLockOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    try {
      boolean held = LOCK.tryLock(1, TimeUnit.SECONDS);
      if (held) {
        count++;
        LOCK.unlock();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) {
    new Thread(TimedTryLockOk::add).start();
    new Thread(TimedTryLockOk::add).start();
  }
}
