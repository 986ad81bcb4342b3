import java.util.concurrent.locks.ReentrantReadWriteLock;

// Each holds a read lock that the other one's write lock waits for.
public class ReadWriteDeadlock {
  static final ReentrantReadWriteLock LEFT = new ReentrantReadWriteLock();
  static final ReentrantReadWriteLock RIGHT = new ReentrantReadWriteLock();

  static void forth() {
    LEFT.readLock().lock();
    RIGHT.writeLock().lock();  //~ deadlock A: wants
    RIGHT.writeLock().unlock();
    LEFT.readLock().unlock();
  }

  static void back() {
    RIGHT.readLock().lock();
    LEFT.writeLock().lock();  //~ deadlock A: wants
    LEFT.writeLock().unlock();
    RIGHT.readLock().unlock();
  }

  public static void main(String[] arguments) {
    new Thread(ReadWriteDeadlock::forth).start();
    new Thread(ReadWriteDeadlock::back).start();
  }
}
