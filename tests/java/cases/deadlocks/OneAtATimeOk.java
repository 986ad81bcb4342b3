import java.util.concurrent.locks.ReentrantLock;

// The first lock is given back before the second one is taken.
public class OneAtATimeOk {
  static final ReentrantLock LEFT = new ReentrantLock();
  static final ReentrantLock RIGHT = new ReentrantLock();

  static void both(ReentrantLock first, ReentrantLock second) {
    first.lock();
    first.unlock();
    second.lock();
    second.unlock();
  }

  public static void main(String[] arguments) {
    new Thread(() -> both(LEFT, RIGHT)).start();
    new Thread(() -> both(RIGHT, LEFT)).start();
  }
}
