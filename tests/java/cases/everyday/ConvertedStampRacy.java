import java.util.concurrent.locks.StampedLock;

// Raises a mark if it is too low. A stamp of a reader does not allow to write.
public class ConvertedStampRacy {
  private final StampedLock lock = new StampedLock();
  private long mark;

  void raise(long least) {
    long stamp = lock.readLock();
    try {
      if (mark >= least) return;  //~ data-race A*: read
      mark = least;  //~ data-race A*: write
    } finally {
      lock.unlock(stamp);
    }
  }

  public static void main(String[] arguments) {
    ConvertedStampRacy water = new ConvertedStampRacy();
    for (int i = 1; i <= 3; i++) {
      int least = i;
      new Thread(() -> water.raise(least)).start();
    }
  }
}
