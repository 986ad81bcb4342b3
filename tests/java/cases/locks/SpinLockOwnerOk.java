import java.util.concurrent.atomic.AtomicReference;

// A spin lock that knows its owner.
public class SpinLockOwnerOk {
  final AtomicReference<Thread> owner = new AtomicReference<>();
  int count;

  void lock() {
    while (!owner.compareAndSet(null, Thread.currentThread())) Thread.onSpinWait();
  }

  void unlock() {
    owner.compareAndSet(Thread.currentThread(), null);
  }

  void add() {
    lock();
    try {
      count++;
    } finally {
      unlock();
    }
  }

  public static void main(String[] arguments) {
    SpinLockOwnerOk one = new SpinLockOwnerOk();
    new Thread(one::add).start();
    new Thread(one::add).start();
  }
}
