import java.util.concurrent.locks.StampedLock;

// Real read and write locks, by stamps.
public class StampedLockOk {
  private final StampedLock lock = new StampedLock();
  private double x;

  void move(double by) {
    long stamp = lock.writeLock();
    try {
      x += by;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  double x() {
    long stamp = lock.readLock();
    try {
      return x;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  public static void main(String[] arguments) {
    StampedLockOk point = new StampedLockOk();
    new Thread(() -> point.move(1)).start();
    System.out.println(point.x());
  }
}
