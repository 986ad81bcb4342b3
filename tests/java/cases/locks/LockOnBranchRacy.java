import java.util.concurrent.locks.ReentrantLock;

// The lock is taken on one way only.
public class LockOnBranchRacy {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add(boolean careful) {
    if (careful) {
      LOCK.lock();
    }
    count++;  //~ data-race A*: read, write
    if (careful) {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> add(true)).start();
    new Thread(() -> add(false)).start();
  }
}
