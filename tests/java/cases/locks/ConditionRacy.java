import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// The taker empties the slot after it gave the lock back.
public class ConditionRacy {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private String item;

  void put(String next) {
    lock.lock();
    try {
      item = next;  //~ data-race A: write
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  void take() throws InterruptedException {
    lock.lock();
    try {
      while (item == null) {
        filled.await();
      }
    } finally {
      lock.unlock();
    }
    item = null;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    ConditionRacy slot = new ConditionRacy();
    new Thread(() -> slot.put("warp")).start();
    new Thread(() -> slot.put("weft")).start();
    slot.take();
  }
}
