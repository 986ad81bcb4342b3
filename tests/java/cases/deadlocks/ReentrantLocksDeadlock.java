import java.util.concurrent.locks.ReentrantLock;

// Two locks of the library in both orders.
public class ReentrantLocksDeadlock {
  static final ReentrantLock LEFT = new ReentrantLock();
  static final ReentrantLock RIGHT = new ReentrantLock();

  static void forth() {
    LEFT.lock();
    try {
      RIGHT.lock();  //~ deadlock A: wants
      RIGHT.unlock();
    } finally {
      LEFT.unlock();
    }
  }

  static void back() {
    RIGHT.lock();
    try {
      LEFT.lock();  //~ deadlock A: wants
      LEFT.unlock();
    } finally {
      RIGHT.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(ReentrantLocksDeadlock::forth).start();
    new Thread(ReentrantLocksDeadlock::back).start();
  }
}
