import java.util.concurrent.atomic.AtomicBoolean;

// A lock made of a flag, which somebody opens who never took it.
public class OwnSpinLockRacy {
  static class SpinLock {
    private final AtomicBoolean held = new AtomicBoolean();

    void lock() {
      while (!held.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }

    void unlock() {
      held.set(false);
    }
  }

  private final SpinLock lock = new SpinLock();
  private int count;

  void add() {
    lock.lock();
    count++;  //~ data-race A*: read, write
    lock.unlock();
  }

  public static void main(String[] arguments) {
    OwnSpinLockRacy all = new OwnSpinLockRacy();
    new Thread(all::add).start();
    new Thread(all::add).start();
    new Thread(() -> all.lock.unlock()).start();
  }
}
