// races: WriteUnderReadLock.value
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class WriteUnderReadLock {
  static int value;
  static final ReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      lock.readLock().lock();
      value++;
      lock.readLock().unlock();
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("done");
  }
}
