import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// The other condition is signalled.
public class ConditionNeverSignalledWrong {
  static final ReentrantLock LOCK = new ReentrantLock();
  static final Condition FULL = LOCK.newCondition();
  static final Condition EMPTY = LOCK.newCondition();

  static void take() throws InterruptedException {
    LOCK.lock();
    try {
      FULL.await();  //~ endless-wait A: wait
    } finally {
      LOCK.unlock();
    }
  }

  static void put() {
    LOCK.lock();
    try {
      EMPTY.signalAll();
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(ConditionNeverSignalledWrong::put).start();
    take();
  }
}
