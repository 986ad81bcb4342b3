import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// A cache that is filled under the read lock.
public class ReadWriteUpgradeRacy {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int[] cache;

  int size() {
    lock.readLock().lock();
    try {
      if (cache == null) {  //~ data-race A: read
        cache = new int[10];  //~ data-race A*: write
      }
      return cache.length;  //~ data-race A: read
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    ReadWriteUpgradeRacy all = new ReadWriteUpgradeRacy();
    new Thread(() -> System.out.println(all.size())).start();
    new Thread(() -> System.out.println(all.size())).start();
  }
}
