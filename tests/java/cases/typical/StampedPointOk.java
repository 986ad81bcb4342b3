import java.util.concurrent.locks.StampedLock;

public class StampedPointOk {
  private final StampedLock lock = new StampedLock();
  private double x, y;

  void move(double dx, double dy) {
    long stamp = lock.writeLock();
    try {
      x += dx;
      y += dy;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double distance() {
    long stamp = lock.readLock();
    try {
      return Math.sqrt(x * x + y * y);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    StampedPointOk point = new StampedPointOk();
    Thread mover = new Thread(() -> point.move(1, 2));
    mover.start();
    System.out.println(point.distance());
    mover.join();
  }
}
