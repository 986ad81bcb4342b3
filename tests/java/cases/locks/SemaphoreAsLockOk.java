import java.util.concurrent.Semaphore;

// One permit is a lock.
public class SemaphoreAsLockOk {
  static final Semaphore PERMIT = new Semaphore(1);
  static int count;

  static void add() {
    PERMIT.acquireUninterruptibly();
    try {
      count++;
    } finally {
      PERMIT.release();
    }
  }

  public static void main(String[] arguments) {
    new Thread(SemaphoreAsLockOk::add).start();
    new Thread(SemaphoreAsLockOk::add).start();
  }
}
