import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The same order in both threads, though the guards' lock is taken at one place. */
public class WrappedLocksOk {
  static class Guard implements AutoCloseable {
    private final Lock lock = new ReentrantLock();

    Guard enter() {
      lock.lock();
      return this;
    }

    @Override public void close() {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    Guard one = new Guard(), two = new Guard();
    Runnable both = () -> {
      try (Guard first = one.enter(); Guard second = two.enter()) {
        System.out.println(first + " " + second);
      }
    };
    new Thread(both).start();
    new Thread(both).start();
  }
}
