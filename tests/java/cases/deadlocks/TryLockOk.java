import java.util.concurrent.locks.ReentrantLock;

// Who does not get the second lock at once gives up.
public class TryLockOk {
  static final ReentrantLock LEFT = new ReentrantLock();
  static final ReentrantLock RIGHT = new ReentrantLock();

  static void both(ReentrantLock first, ReentrantLock second) {
    first.lock();
    try {
      if (second.tryLock()) {
        second.unlock();
      }
    } finally {
      first.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> both(LEFT, RIGHT)).start();
    new Thread(() -> both(RIGHT, LEFT)).start();
  }
}
