import java.util.concurrent.locks.ReentrantReadWriteLock;

// Two threads may hold the read lock at once, and both write.
public class WriteUnderReadLockRacy {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int hits;

  void hit() {
    lock.readLock().lock();
    try {
      hits++;  //~ data-race A*: read, write
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    WriteUnderReadLockRacy page = new WriteUnderReadLockRacy();
    new Thread(page::hit).start();
    new Thread(page::hit).start();
  }
}
