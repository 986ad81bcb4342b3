import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The bounded buffer of the books: one lock, two conditions.
public class RingBufferOk {
  private final Lock lock = new ReentrantLock();
  private final Condition notFull = lock.newCondition();
  private final Condition notEmpty = lock.newCondition();
  private final Object[] items = new Object[8];
  private int putAt, takeAt, count;

  void put(Object item) throws InterruptedException {
    lock.lock();
    try {
      while (count == items.length) notFull.await();
      items[putAt] = item;
      if (++putAt == items.length) putAt = 0;
      ++count;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  Object take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0) notEmpty.await();
      Object item = items[takeAt];
      if (++takeAt == items.length) takeAt = 0;
      --count;
      notFull.signal();
      return item;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    RingBufferOk buffer = new RingBufferOk();
    new Thread(() -> {
      try {
        for (int i = 0; i < 20; i++) buffer.put(i);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
    for (int i = 0; i < 20; i++) System.out.println(buffer.take());
  }
}
