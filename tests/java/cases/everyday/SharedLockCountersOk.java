import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Three counters for one number, and one lock.
public class SharedLockCountersOk {
  static final class Cell {
    int value;
  }

  record Counter(Lock lock, Cell cell) implements Runnable {
    @Override
    public void run() {
      lock.lock();
      try {
        cell.value++;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] arguments) {
    Lock lock = new ReentrantLock();
    Cell cell = new Cell();
    new Thread(new Counter(lock, cell)).start();
    new Thread(new Counter(lock, cell)).start();
    new Thread(new Counter(lock, cell)).start();
  }
}
