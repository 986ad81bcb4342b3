import java.util.concurrent.locks.ReentrantLock;

// There is an access where tryLock failed.
public class TryLockElseRacy {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;
  static int missed;

  static void add() {
    if (LOCK.tryLock()) {
      try {
        count++;
      } finally {
        LOCK.unlock();
      }
    } else {
      missed++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      new Thread(TryLockElseRacy::add).start();
    }
  }
}
