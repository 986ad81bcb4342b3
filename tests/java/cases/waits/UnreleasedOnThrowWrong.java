import java.util.concurrent.locks.ReentrantLock;

// What the method throws leaves it without unlock.
public class UnreleasedOnThrowWrong {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int seats = 1;

  static void book() {
    LOCK.lock();  //~ unreleased-lock A: acquire
    if (seats == 0) {
      throw new IllegalStateException("full");
    }
    seats--;
    LOCK.unlock();
  }

  public static void main(String[] arguments) {
    Runnable attempt = () -> {
      try {
        book();
      } catch (IllegalStateException full) {
        System.out.println("full");
      }
    };
    new Thread(attempt).start();
    new Thread(attempt).start();
  }
}
