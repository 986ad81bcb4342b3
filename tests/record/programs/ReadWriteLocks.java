// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class ReadWriteLocks {
  static int value, sum;
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      for (int each = 0; each < 100; each++) {
        lock.writeLock().lock();
        value++;
        lock.writeLock().unlock();
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
        if (seen < 0) throw new IllegalStateException();
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(value);
  }
}
