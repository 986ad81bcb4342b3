import java.util.concurrent.locks.ReentrantLock;

// The field is touched once more after the lock is released.
public class ReentrantLockEarlyRacy {
  private final ReentrantLock lock = new ReentrantLock();
  private int count;

  int add() {
    lock.lock();
    try {
      count++;  //~ data-race A: write
    } finally {
      lock.unlock();
    }
    return count;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    ReentrantLockEarlyRacy counter = new ReentrantLockEarlyRacy();
    new Thread(counter::add).start();
    new Thread(counter::add).start();
  }
}
