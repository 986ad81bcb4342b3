// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Conditions {
  static int box;
  static boolean full;
  static final Lock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();

  static void put(int value) throws InterruptedException {
    lock.lock();
    try {
      while (full) changed.await();
      box = value;
      full = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  static int take() throws InterruptedException {
    lock.lock();
    try {
      while (!full) changed.await(10, TimeUnit.MILLISECONDS);
      full = false;
      changed.signal();
      return box;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Thread producer = new Thread(() -> {
      try {
        for (int each = 0; each < 50; each++) put(each);
      } catch (InterruptedException end) {
        throw new IllegalStateException(end);
      }
    });
    producer.start();
    int sum = 0;
    for (int each = 0; each < 50; each++) sum += take();
    producer.join();
    System.out.println(sum);
  }
}
