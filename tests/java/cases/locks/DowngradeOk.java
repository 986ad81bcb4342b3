import java.util.concurrent.locks.ReentrantReadWriteLock;

// The writer takes the read lock before it gives the write lock back.
public class DowngradeOk {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;

  int change() {
    lock.writeLock().lock();
    value++;
    lock.readLock().lock();
    lock.writeLock().unlock();
    try {
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    DowngradeOk box = new DowngradeOk();
    new Thread(box::change).start();
    new Thread(box::change).start();
  }
}
