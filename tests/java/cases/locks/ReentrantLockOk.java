import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A lock of the library, released in a finally block.
public class ReentrantLockOk {
  private final Lock lock = new ReentrantLock();
  private int count;

  void add() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    ReentrantLockOk counter = new ReentrantLockOk();
    new Thread(counter::add).start();
    new Thread(counter::add).start();
  }
}
