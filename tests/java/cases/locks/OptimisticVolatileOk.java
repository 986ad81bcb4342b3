import java.util.concurrent.locks.StampedLock;

// The fields behind the optimistic read are volatile.
public class OptimisticVolatileOk {
  private final StampedLock lock = new StampedLock();
  private volatile int x;

  void move(int by) {
    long stamp = lock.writeLock();
    x = by;
    lock.unlockWrite(stamp);
  }

  int x() {
    long stamp = lock.tryOptimisticRead();
    int seen = x;
    return lock.validate(stamp) ? seen : -1;
  }

  public static void main(String[] arguments) {
    OptimisticVolatileOk point = new OptimisticVolatileOk();
    new Thread(() -> point.move(1)).start();
    System.out.println(point.x());
  }
}
