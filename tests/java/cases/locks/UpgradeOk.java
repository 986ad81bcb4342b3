import java.util.concurrent.locks.ReentrantReadWriteLock;

// The reader gives its lock back, takes the write lock and looks again.
public class UpgradeOk {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private String value;

  void fill() {
    lock.readLock().lock();
    boolean missing = value == null;
    lock.readLock().unlock();
    if (missing) {
      lock.writeLock().lock();
      if (value == null) {
        value = "filled";
      }
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    UpgradeOk box = new UpgradeOk();
    new Thread(box::fill).start();
    new Thread(box::fill).start();
  }
}
