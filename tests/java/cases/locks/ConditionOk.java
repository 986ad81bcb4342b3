import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// await() gives the lock back and has it again when it returns.
public class ConditionOk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private String item;

  void put(String next) {
    lock.lock();
    try {
      item = next;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  String take() throws InterruptedException {
    lock.lock();
    try {
      while (item == null) {
        filled.await();
      }
      String taken = item;
      item = null;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ConditionOk slot = new ConditionOk();
    new Thread(() -> slot.put("yarn")).start();
    System.out.println(slot.take());
  }
}
