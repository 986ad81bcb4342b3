import java.util.concurrent.locks.ReentrantLock;

// The inner unlock leaves the outer lock held.
public class ReentrantLockNestedOk {
  private final ReentrantLock lock = new ReentrantLock();
  private int count;

  void log() {
    lock.lock();
    lock.unlock();
  }

  void add() {
    lock.lock();
    try {
      log();
      count++;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    ReentrantLockNestedOk counter = new ReentrantLockNestedOk();
    new Thread(counter::add).start();
    new Thread(counter::add).start();
  }
}
