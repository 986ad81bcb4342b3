import java.util.concurrent.atomic.AtomicBoolean;

// A lock made of one atomic flag.
public class SpinLockOk {
  static final AtomicBoolean TAKEN = new AtomicBoolean();
  static int count;

  static void add() {
    while (!TAKEN.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    count++;
    TAKEN.set(false);
  }

  public static void main(String[] arguments) {
    new Thread(SpinLockOk::add).start();
    new Thread(SpinLockOk::add).start();
  }
}
