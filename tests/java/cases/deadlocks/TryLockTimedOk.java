import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Who does not get the second lock in time gives back the first.
public class TryLockTimedOk {
  static final Lock A = new ReentrantLock(), B = new ReentrantLock();

  static boolean both(Lock first, Lock second) throws InterruptedException {
    if (!first.tryLock(1, TimeUnit.SECONDS)) return false;
    try {
      if (!second.tryLock(1, TimeUnit.SECONDS)) return false;
      try {
        return true;
      } finally {
        second.unlock();
      }
    } finally {
      first.unlock();
    }
  }

  static void retry(Lock first, Lock second) {
    try {
      while (!both(first, second)) Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> retry(A, B)).start();
    new Thread(() -> retry(B, A)).start();
  }
}
