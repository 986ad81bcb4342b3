import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

// A pool that is closed gives nothing.
public class ClosedPoolOk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<StringBuilder> free = new ArrayDeque<>();
  private boolean closed;

  StringBuilder take() {
    lock.lock();
    if (closed) {
      lock.unlock();
      return null;
    }
    StringBuilder found = free.poll();
    lock.unlock();
    return found != null ? found : new StringBuilder();
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      free.clear();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    ClosedPoolOk pool = new ClosedPoolOk();
    new Thread(() -> System.out.println(pool.take())).start();
    pool.close();
  }
}
