import java.util.concurrent.locks.ReentrantLock;

// A flag says whether it was taken; or the lock itself does.
public class FlagReleasedOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int seats = 1;

  static void book(boolean safely) {
    boolean locked = false;
    if (safely) {
      LOCK.lock();
      locked = true;
    }
    System.out.println("booking");
    if (locked) {
      LOCK.unlock();
    }
  }

  static void cancel() {
    LOCK.lock();
    seats = 1;
    if (LOCK.isHeldByCurrentThread()) {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> book(true)).start();
    new Thread(FlagReleasedOk::cancel).start();
  }
}
