// races: none
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** A lock that the program built on the platform's synchronizer. */
public class OwnLock {
  static class Sync extends AbstractQueuedSynchronizer {
    @Override
    protected boolean tryAcquire(int ignored) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
      setState(0);
      return true;
    }
  }

  static final Sync sync = new Sync();
  static int count;

  static void work() {
    for (int each = 0; each < 200; each++) {
      sync.acquire(1);
      count++;
      sync.release(1);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(OwnLock::work);
    other.start();
    work();
    other.join();
    System.out.println(count);
  }
}
