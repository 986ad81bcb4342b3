import java.util.concurrent.locks.StampedLock;

// Validated: harmless, and still two accesses that nothing orders.
public class OptimisticReadValidatedRacy {
  private final StampedLock lock = new StampedLock();
  private int x;

  void move(int by) {
    long stamp = lock.writeLock();
    try {
      x = by;  //~ data-race A: write
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  int x() {
    long stamp = lock.tryOptimisticRead();
    int seen = x;  //~ data-race A: read
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      seen = x;
      lock.unlockRead(stamp);
    }
    return seen;
  }

  public static void main(String[] arguments) {
    OptimisticReadValidatedRacy point = new OptimisticReadValidatedRacy();
    new Thread(() -> point.move(1)).start();
    System.out.println(point.x());
  }
}
