import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Readers take the read lock, the writer the write lock.
public class ReadWriteLockOk {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private String text;

  void write(String next) {
    lock.writeLock().lock();
    try {
      text = next;
    } finally {
      lock.writeLock().unlock();
    }
  }

  String read() {
    lock.readLock().lock();
    try {
      return text;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] arguments) {
    ReadWriteLockOk page = new ReadWriteLockOk();
    new Thread(() -> page.write("warp")).start();
    new Thread(() -> page.write("weft")).start();
    System.out.println(page.read());
  }
}
