import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Three counters for one number; one of them was given another lock.
public class SharedLockCountersRacy {
  static final class Cell {
    int value;
  }

  record Counter(Lock lock, Cell cell) implements Runnable {
    @Override
    public void run() {
      lock.lock();
      try {
        cell.value++;  //~ data-race A*: read, write
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
    new Thread(new Counter(new ReentrantLock(), cell)).start();
  }
}
