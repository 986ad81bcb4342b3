import java.util.concurrent.CountDownLatch;

/** The latch is counted down under the lock that is held where it is waited for. */
public class LatchUnderLockDeadlock {
  static final Object LOCK = new Object();
  static final CountDownLatch READY = new CountDownLatch(1);

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(() -> {
      synchronized (LOCK) {  //~ deadlock A: wants
        READY.countDown();
      }
    }).start();
    synchronized (LOCK) {
      READY.await();  //~ deadlock A: wants
    }
  }
}
