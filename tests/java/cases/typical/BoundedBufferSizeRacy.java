import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The textbook's bounded buffer: one lock, two conditions; size() forgets the lock.
public class BoundedBufferSizeRacy {
  static class Buffer<T> {
    private final Lock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final Object[] items = new Object[16];
    private int head, tail, count;

    void put(T item) throws InterruptedException {
      lock.lock();
      try {
        while (count == items.length) notFull.await();
        items[tail] = item;
        tail = (tail + 1) % items.length;
        count++;  //~ data-race A: write
        notEmpty.signal();
      } finally {
        lock.unlock();
      }
    }

    int size() { return count; }  //~ data-race A: read

    @SuppressWarnings("unchecked")
    T take() throws InterruptedException {
      lock.lock();
      try {
        while (count == 0) notEmpty.await();
        T item = (T) items[head];
        items[head] = null;
        head = (head + 1) % items.length;
        count--;
        notFull.signal();
        return item;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Buffer<Integer> buffer = new Buffer<>();
    Thread producer = new Thread(() -> {
      try {
        for (int i = 0; i < 100; i++) buffer.put(i);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    producer.start();
    int sum = 0;
    for (int i = 0; i < 100; i++) sum += buffer.take();
    System.out.println(buffer.size() + sum);
  }
}
