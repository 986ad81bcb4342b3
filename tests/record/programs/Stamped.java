// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Stamped {
  static long value;
  static final StampedLock lock = new StampedLock();

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      for (int each = 0; each < 50; each++) {
        long stamp = lock.writeLock();
        value++;
        lock.unlockWrite(stamp);
        long reading = lock.readLock();
        if (value < 0) throw new IllegalStateException();
        lock.unlock(reading);
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
