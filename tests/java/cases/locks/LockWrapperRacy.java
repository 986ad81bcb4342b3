import java.util.concurrent.locks.ReentrantLock;

// The wrapper's enter() gives up when the lock is not free, and nobody looks.
public class LockWrapperRacy {
  static class Guard {
    private final ReentrantLock lock = new ReentrantLock();

    boolean enter() {
      return lock.tryLock();
    }

    void leave() {
      lock.unlock();
    }
  }

  private final Guard guard = new Guard();
  private int count;

  void add() {
    boolean held = guard.enter();
    count++;  //~ data-race A*: read, write
    if (held) {
      guard.leave();
    }
  }

  public static void main(String[] arguments) {
    LockWrapperRacy counter = new LockWrapperRacy();
    new Thread(counter::add).start();
    new Thread(counter::add).start();
  }
}
