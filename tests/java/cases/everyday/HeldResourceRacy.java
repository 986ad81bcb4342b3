import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A lock that try-with-resources gives back.
public class HeldResourceRacy {
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
      System.out.println("adding " + amount);
    }
    total += amount;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    HeldResourceRacy account = new HeldResourceRacy();
    for (int i = 0; i < 3; i++) new Thread(() -> account.add(5)).start();
  }
}
