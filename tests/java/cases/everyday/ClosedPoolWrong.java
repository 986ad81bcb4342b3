import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

// A pool that is closed gives nothing, and keeps its lock.
public class ClosedPoolWrong {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<StringBuilder> free = new ArrayDeque<>();
  private boolean closed;

  StringBuilder take() {
    lock.lock();  //~ unreleased-lock L: acquire
    if (closed) return null;
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
    ClosedPoolWrong pool = new ClosedPoolWrong();
    new Thread(() -> System.out.println(pool.take())).start();
    pool.close();
  }
}
