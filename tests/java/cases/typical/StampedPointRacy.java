import java.util.concurrent.locks.StampedLock;

public class StampedPointRacy {
  private final StampedLock lock = new StampedLock();
  private double x, y;

  void move(double dx, double dy) {
    long stamp = lock.writeLock();
    try {
      x += dx;  //~ data-race A: write
      y += dy;  //~ data-race B: write
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double distance() {
    long stamp = lock.tryOptimisticRead();
    double cx = x;  //~ data-race A: read
    double cy = y;  //~ data-race B: read
    return lock.validate(stamp) ? Math.sqrt(cx * cx + cy * cy) : -1;
  }

  public static void main(String[] arguments) throws InterruptedException {
    StampedPointRacy point = new StampedPointRacy();
    Thread mover = new Thread(() -> point.move(1, 2));
    mover.start();
    System.out.println(point.distance());
    mover.join();
  }
}
