import java.util.concurrent.locks.ReentrantLock;

// An interrupted wait leaves the method without the lock, and without the access.
public class LockInterruptiblyOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    try {
      LOCK.lockInterruptibly();
    } catch (InterruptedException stopped) {
      return;
    }
    try {
      count++;
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(LockInterruptiblyOk::add).start();
    new Thread(LockInterruptiblyOk::add).start();
  }
}
