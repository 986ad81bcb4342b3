import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// A wait may end by itself, and nobody looks at the flag again.
public class FlagUnderConditionIfRacy {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition STARTED = LOCK.newCondition();
  private static boolean done;
  private static String address;

  static void finish() {
    LOCK.lock();
    try {
      done = true;
      STARTED.signalAll();
    } finally {
      LOCK.unlock();
    }
  }

  static void await() throws InterruptedException {
    LOCK.lock();
    try {
      if (!done) {
        STARTED.await();
      }
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(() -> {
      address = "localhost";  //~ data-race A: write
      finish();
    }).start();
    await();
    System.out.println(address);  //~ data-race A: read
  }
}
