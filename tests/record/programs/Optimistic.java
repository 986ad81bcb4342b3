// races: none
import java.util.concurrent.locks.StampedLock;

/** Reads that take no lock, and hold it when somebody wrote meanwhile. Writer and reader take turns. */
public class Optimistic {
  static final StampedLock lock = new StampedLock();
  static int x, y;

  static int sum() {
    long stamp = lock.tryOptimisticRead();
    int sum = x + y;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        sum = x + y;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return sum;
  }

  static void move() {
    long stamp = lock.readLock();
    long write = lock.tryConvertToWriteLock(stamp);
    if (write == 0) {
      lock.unlockRead(stamp);
      write = lock.writeLock();
    }
    x++;
    y--;
    lock.unlockWrite(write);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> {
      try {
        Thread.sleep(200);
      } catch (InterruptedException interrupted) {
        return;
      }
      move();
    });
    other.start();
    int sum = 0;
    for (int each = 0; each < 20; each++) sum += sum();
    move();
    Thread.sleep(400);
    System.out.println(sum + sum());
    other.join();
  }
}
