import java.util.concurrent.locks.StampedLock;

// An optimistic read that nobody validates.
public class OptimisticReadRacy {
  private final StampedLock lock = new StampedLock();
  private double x;

  void move(double by) {
    long stamp = lock.writeLock();
    try {
      x += by;  //~ data-race A: write
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double x() {
    lock.tryOptimisticRead();
    return x;  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    OptimisticReadRacy point = new OptimisticReadRacy();
    new Thread(() -> point.move(1)).start();
    System.out.println(point.x());
  }
}
