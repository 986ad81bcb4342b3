// A lock made of wait and notify that does not look again after the wait.
public class OwnMonitorLockRacy {
  static class SimpleLock {
    private boolean locked;

    synchronized void lock() throws InterruptedException {
      if (locked) {
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
        count++;  //~ data-race A*: read, write
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) {
    OwnMonitorLockRacy all = new OwnMonitorLockRacy();
    new Thread(all::add).start();
    new Thread(all::add).start();
  }
}
