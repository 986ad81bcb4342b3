import java.util.concurrent.atomic.AtomicReference;

// Nobody looks whether the lock was got.
public class SpinLockOwnerRacy {
  final AtomicReference<Thread> owner = new AtomicReference<>();
  int count;

  void add() {
    owner.compareAndSet(null, Thread.currentThread());
    count++;  //~ data-race A*: read, write
    owner.compareAndSet(Thread.currentThread(), null);
  }

  public static void main(String[] arguments) {
    SpinLockOwnerRacy one = new SpinLockOwnerRacy();
    new Thread(one::add).start();
    new Thread(one::add).start();
  }
}
