import java.util.concurrent.locks.ReentrantReadWriteLock;

// Two readers wait for each other to leave, so that each may write.
public class ReadUpgradeDeadlock {
  static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

  static void upgrade() {
    LOCK.readLock().lock();
    LOCK.writeLock().lock();  //~ deadlock A*: wants
    LOCK.writeLock().unlock();
    LOCK.readLock().unlock();
  }

  public static void main(String[] arguments) {
    new Thread(ReadUpgradeDeadlock::upgrade).start();
    new Thread(ReadUpgradeDeadlock::upgrade).start();
  }
}
