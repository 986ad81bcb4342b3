import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A lock that try-with-resources gives back.
public class HeldResourceOk {
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  static Held hold(Lock lock) {
    lock.lock();
    return lock::unlock;
  }

  private final Lock lock = new ReentrantLock();
  private long total;

  void add(long amount) {
    try (Held held = hold(lock)) {
      total += amount;
    }
  }

  public static void main(String[] arguments) {
    HeldResourceOk account = new HeldResourceOk();
    for (int i = 0; i < 3; i++) new Thread(() -> account.add(5)).start();
  }
}
