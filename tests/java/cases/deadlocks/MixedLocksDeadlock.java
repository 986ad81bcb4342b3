import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A monitor and a lock of the library.
public class MixedLocksDeadlock {
  private final Lock lock = new ReentrantLock();

  synchronized void open() {
    lock.lock();  //~ deadlock A: wants
    lock.unlock();
  }

  void close() {
    lock.lock();
    try {
      synchronized (this) { }  //~ deadlock A: wants
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    MixedLocksDeadlock door = new MixedLocksDeadlock();
    new Thread(door::open).start();
    new Thread(door::close).start();
  }
}
