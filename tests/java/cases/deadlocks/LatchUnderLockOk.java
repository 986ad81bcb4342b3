import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** One of those who count it down does so without the lock; a permit is there at first. */
public class LatchUnderLockOk {
  static final Object LOCK = new Object();
  static final CountDownLatch READY = new CountDownLatch(1);
  static final Semaphore PERMITS = new Semaphore(1);

  static void use() throws InterruptedException {
    synchronized (LOCK) {
      PERMITS.acquire();
      PERMITS.release();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(() -> {
      synchronized (LOCK) {
        READY.countDown();
      }
    }).start();
    new Thread(READY::countDown).start();
    synchronized (LOCK) {
      READY.await();
    }
    new Thread(() -> {
      try {
        use();
      } catch (InterruptedException end) {
        throw new IllegalStateException(end);
      }
    }).start();
    use();
  }
}
