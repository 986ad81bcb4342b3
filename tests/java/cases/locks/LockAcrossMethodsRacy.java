import java.util.concurrent.locks.ReentrantLock;

// The lock is given back before the work is done.
public class LockAcrossMethodsRacy {
  private final ReentrantLock lock = new ReentrantLock();
  private int count;

  private void begin() {
    lock.lock();
  }

  private void end() {
    lock.unlock();
  }

  void add() {
    begin();
    System.out.println("adds");
    end();
    count++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    LockAcrossMethodsRacy all = new LockAcrossMethodsRacy();
    new Thread(all::add).start();
    new Thread(all::add).start();
  }
}
