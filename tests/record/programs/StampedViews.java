// races: StampedViews.racy
import java.util.concurrent.locks.*;
public class StampedViews {
  static int viaView, viaReadView, racy, converted;
  static final StampedLock stamped = new StampedLock();
  public static void main(String[] a) throws Exception {
    Lock write = stamped.asWriteLock(), read = stamped.asReadLock();
    ReadWriteLock both = stamped.asReadWriteLock();
    Runnable work = () -> {
      racy++;
      for (int i = 0; i < 50; i++) {
        write.lock();
        try {
          viaView++;
        } finally {
          write.unlock();
        }
        both.writeLock().lock();
        try {
          viaReadView++;
        } finally {
          both.writeLock().unlock();
        }
        read.lock();
        try {
          int x = viaReadView + viaView;
        } finally {
          read.unlock();
        }
        long stamp = stamped.readLock();
        try {
          while (converted < 1000) {
            long better = stamped.tryConvertToWriteLock(stamp);
            if (better != 0) {
              stamp = better;
              converted++;
              break;
            }
            stamped.unlockRead(stamp);
            stamp = stamped.writeLock();
          }
        } finally {
          stamped.unlock(stamp);
        }
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(viaView + " " + viaReadView + " " + converted);
  }
}
