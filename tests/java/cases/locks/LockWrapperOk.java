import java.util.concurrent.locks.ReentrantLock;

// A class of the program's own wraps the lock.
public class LockWrapperOk {
  static class Guard {
    private final ReentrantLock lock = new ReentrantLock();

    void enter() {
      lock.lock();
    }

    void leave() {
      lock.unlock();
    }
  }

  private final Guard guard = new Guard();
  private int count;

  void add() {
    guard.enter();
    try {
      count++;
    } finally {
      guard.leave();
    }
  }

  public static void main(String[] arguments) {
    LockWrapperOk counter = new LockWrapperOk();
    new Thread(counter::add).start();
    new Thread(counter::add).start();
  }
}
