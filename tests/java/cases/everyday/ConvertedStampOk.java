import java.util.concurrent.locks.StampedLock;

// Raises a mark if it is too low; the reader's stamp is made a writer's first.
public class ConvertedStampOk {
  private final StampedLock lock = new StampedLock();
  private long mark;

  void raise(long least) {
    long stamp = lock.readLock();
    try {
      if (mark >= least) return;
      while (mark < least) {
        long writing = lock.tryConvertToWriteLock(stamp);
        if (writing != 0) {
          stamp = writing;
          mark = least;
        } else {
          lock.unlockRead(stamp);
          stamp = lock.writeLock();
        }
      }
    } finally {
      lock.unlock(stamp);
    }
  }

  public static void main(String[] arguments) {
    ConvertedStampOk water = new ConvertedStampOk();
    for (int i = 1; i <= 3; i++) {
      int least = i;
      new Thread(() -> water.raise(least)).start();
    }
  }
}
