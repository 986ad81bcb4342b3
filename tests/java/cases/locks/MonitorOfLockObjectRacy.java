import java.util.concurrent.locks.ReentrantLock;

// The monitor of a lock object is not the lock.
public class MonitorOfLockObjectRacy {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (LOCK) {
        count = 1;  //~ data-race A: write
      }
    }).start();
    LOCK.lock();
    try {
      count = 2;  //~ data-race A: write
    } finally {
      LOCK.unlock();
    }
  }
}
