// A lock made of wait and notify.
public class OwnMonitorLockOk {
  static class SimpleLock {
    private boolean locked;

    synchronized void lock() throws InterruptedException {
      while (locked) {
        wait();
      }
      locked = true;
    }

    synchronized void unlock() {
      locked = false;
      notify();
    }
  }

  private final SimpleLock lock = new SimpleLock();
  private int count;

  void add() {
    try {
      lock.lock();
      try {
        count++;
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) {
    OwnMonitorLockOk all = new OwnMonitorLockOk();
    new Thread(all::add).start();
    new Thread(all::add).start();
  }
}
