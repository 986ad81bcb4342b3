import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// Who takes forgets to say that there is room again.
public class NotFullNeverSignalledWrong<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final Deque<T> items = new ArrayDeque<>();

  void put(T item) {
    lock.lock();
    try {
      while (items.size() == 2) notFull.awaitUninterruptibly();  //~ endless-wait W: wait
      items.add(item);
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  T take() {
    lock.lock();
    try {
      while (items.isEmpty()) notEmpty.awaitUninterruptibly();
      return items.remove();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    NotFullNeverSignalledWrong<String> buffer = new NotFullNeverSignalledWrong<>();
    new Thread(() -> {
      for (int i = 0; i < 2; i++) System.out.println(buffer.take());
    }).start();
    for (int i = 0; i < 2; i++) buffer.put("item");
  }
}
