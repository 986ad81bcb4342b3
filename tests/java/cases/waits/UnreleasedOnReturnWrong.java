import java.util.concurrent.locks.ReentrantLock;

// The early return keeps the lock.
public class UnreleasedOnReturnWrong {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int seats = 1;

  static boolean book() {
    LOCK.lock();  //~ unreleased-lock A: acquire
    if (seats == 0) {
      return false;
    }
    seats--;
    LOCK.unlock();
    return true;
  }

  public static void main(String[] arguments) {
    new Thread(UnreleasedOnReturnWrong::book).start();
    new Thread(UnreleasedOnReturnWrong::book).start();
  }
}
