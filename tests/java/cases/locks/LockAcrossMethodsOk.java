import java.util.concurrent.locks.ReentrantLock;

// One method takes the lock, another gives it back.
public class LockAcrossMethodsOk {
  private final ReentrantLock lock = new ReentrantLock();
  private int count;

  private void begin() {
    lock.lock();
  }

  private void end() {
    lock.unlock();
  }

  void add() {
    begin();
    try {
      count++;
    } finally {
      end();
    }
  }

  public static void main(String[] arguments) {
    LockAcrossMethodsOk all = new LockAcrossMethodsOk();
    new Thread(all::add).start();
    new Thread(all::add).start();
  }
}
