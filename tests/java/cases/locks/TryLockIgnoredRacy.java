import java.util.concurrent.locks.ReentrantLock;

// The access does not ask whether tryLock got the lock.
public class TryLockIgnoredRacy {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    LOCK.tryLock();
    count++;  //~ data-race A*: read, write
    if (LOCK.isHeldByCurrentThread()) {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(TryLockIgnoredRacy::add).start();
    new Thread(TryLockIgnoredRacy::add).start();
  }
}
