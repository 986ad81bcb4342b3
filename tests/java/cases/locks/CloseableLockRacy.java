import java.util.concurrent.locks.ReentrantLock;

// The access stands behind the block that holds the lock.
public class CloseableLockRacy {
  static class Held implements AutoCloseable {
    private final ReentrantLock lock;

    Held(ReentrantLock lock) {
      this.lock = lock;
      lock.lock();
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  static void add() {
    try (Held held = new Held(LOCK)) {
      System.out.println("held");
    }
    count++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(CloseableLockRacy::add).start();
    new Thread(CloseableLockRacy::add).start();
  }
}
