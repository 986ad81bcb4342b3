import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two guards, each with a lock of its own inside, entered in two orders. */
public class WrappedLocksDeadlock {
  static class Guard implements AutoCloseable {
    private final Lock lock = new ReentrantLock();

    Guard enter() {
      lock.lock();  //~ deadlock A*: wants
      return this;
    }

    @Override public void close() {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    Guard one = new Guard(), two = new Guard();
    new Thread(() -> {
      try (Guard first = one.enter(); Guard second = two.enter()) {
        System.out.println(first + " " + second);
      }
    }).start();
    new Thread(() -> {
      try (Guard first = two.enter(); Guard second = one.enter()) {
        System.out.println(first + " " + second);
      }
    }).start();
  }
}
