// races: Locks.bare
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Locks {
  static int guarded, tried, timed, bare;
  static final ReentrantLock lock = new ReentrantLock();
  static final Lock other = new ReentrantLock(true);

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      for (int each = 0; each < 100; each++) {
        lock.lock();
        lock.lock();
        try {
          guarded++;
        } finally {
          lock.unlock();
          guarded++;
          lock.unlock();
        }
        if (other.tryLock()) {
          tried++;
          other.unlock();
        }
        try {
          if (other.tryLock(1, TimeUnit.MINUTES)) {
            tried++;
            other.unlock();
          }
        } catch (InterruptedException end) {
          throw new IllegalStateException(end);
        }
      }
      bare++;
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(guarded);
  }
}
