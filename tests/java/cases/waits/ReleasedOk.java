import java.util.concurrent.locks.ReentrantLock;

// Released in a finally block, on each way out by hand, or by the caller's other method.
public class ReleasedOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int seats = 2;

  static boolean book() {
    LOCK.lock();
    try {
      if (seats == 0) {
        return false;
      }
      seats--;
      return true;
    } finally {
      LOCK.unlock();
    }
  }

  static boolean cancel() {
    LOCK.lock();
    if (seats == 2) {
      LOCK.unlock();
      return false;
    }
    seats++;
    LOCK.unlock();
    return true;
  }

  static void begin() {
    LOCK.lock();
  }

  static void end() {
    LOCK.unlock();
  }

  public static void main(String[] arguments) {
    new Thread(ReleasedOk::book).start();
    new Thread(ReleasedOk::cancel).start();
    begin();
    seats = 2;
    end();
  }
}
