import java.util.concurrent.locks.ReentrantLock;

// An interrupted wait goes on without the lock.
public class LockInterruptiblyRacy {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    try {
      LOCK.lockInterruptibly();
    } catch (InterruptedException stopped) {
      System.out.println("stopped");
    }
    count++;  //~ data-race A*: read, write
    if (LOCK.isHeldByCurrentThread()) {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) {
    Thread first = new Thread(LockInterruptiblyRacy::add);
    Thread second = new Thread(LockInterruptiblyRacy::add);
    first.start();
    second.start();
    first.interrupt();
  }
}
