import java.util.concurrent.locks.ReentrantLock;

// Who enters holds the lock until he leaves; who does not gives it back at once.
public class HandedOnOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int seats = 1;

  static boolean enter() {
    LOCK.lock();
    if (seats > 0) {
      return true;
    }
    LOCK.unlock();
    return false;
  }

  static void leave() {
    LOCK.unlock();
  }

  static void visit() {
    if (enter()) {
      seats--;
      leave();
    }
  }

  public static void main(String[] arguments) {
    new Thread(HandedOnOk::visit).start();
    new Thread(HandedOnOk::visit).start();
  }
}
