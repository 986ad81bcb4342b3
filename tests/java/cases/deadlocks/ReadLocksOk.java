import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Read locks do not keep each other out, and nobody ever writes.
public class ReadLocksOk {
  static final ReadWriteLock LEFT = new ReentrantReadWriteLock();
  static final ReadWriteLock RIGHT = new ReentrantReadWriteLock();

  static void both(ReadWriteLock first, ReadWriteLock second) {
    first.readLock().lock();
    second.readLock().lock();
    second.readLock().unlock();
    first.readLock().unlock();
  }

  public static void main(String[] arguments) {
    new Thread(() -> both(LEFT, RIGHT)).start();
    new Thread(() -> both(RIGHT, LEFT)).start();
  }
}
