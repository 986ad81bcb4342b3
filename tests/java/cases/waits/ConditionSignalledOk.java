import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// The condition that is waited for is signalled by the other side.
public class ConditionSignalledOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static final Condition FULL = LOCK.newCondition();
  static boolean full;

  static void take() throws InterruptedException {
    LOCK.lock();
    try {
      while (!full) {
        FULL.await();
      }
    } finally {
      LOCK.unlock();
    }
  }

  static void put() {
    LOCK.lock();
    try {
      full = true;
      FULL.signalAll();
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(ConditionSignalledOk::put).start();
    take();
  }
}
