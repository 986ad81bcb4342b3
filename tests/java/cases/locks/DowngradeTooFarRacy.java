import java.util.concurrent.locks.ReentrantReadWriteLock;

// After the downgrade the writer writes once more, while others may read.
public class DowngradeTooFarRacy {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;

  void change() {
    lock.writeLock().lock();
    value = 1;
    lock.readLock().lock();
    lock.writeLock().unlock();
    value = 2;  //~ data-race A: write
    lock.readLock().unlock();
  }

  int value() {
    lock.readLock().lock();
    try {
      return value;  //~ data-race A: read
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    DowngradeTooFarRacy box = new DowngradeTooFarRacy();
    new Thread(box::change).start();
    System.out.println(box.value());
  }
}
