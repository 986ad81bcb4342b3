import java.util.concurrent.atomic.AtomicBoolean;

// The flag is tested and set in two steps: two threads may pass.
public class SpinLockRacy {
  static final AtomicBoolean TAKEN = new AtomicBoolean();
  static int count;

  static void add() {
    while (TAKEN.get()) {
      Thread.onSpinWait();
    }
    TAKEN.set(true);
    count++;  //~ data-race A*: read, write
    TAKEN.set(false);
  }

  public static void main(String[] arguments) {
    new Thread(SpinLockRacy::add).start();
    new Thread(SpinLockRacy::add).start();
  }
}
