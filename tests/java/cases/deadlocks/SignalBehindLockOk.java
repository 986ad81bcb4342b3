import java.util.concurrent.CountDownLatch;

/** Counted down before the lock is wanted, and in the other case wanted only before it is held. */
public class SignalBehindLockOk {
  private static final Object LOCK = new Object();
  private static final CountDownLatch READY = new CountDownLatch(1), DONE = new CountDownLatch(1);

  private final CountDownLatch begun = new CountDownLatch(1);

  synchronized void work() {
    System.out.println("works");
  }

  void runAndWait() throws InterruptedException {
    new Thread(() -> {
      begun.countDown();
      work();
    }).start();
    synchronized (this) {
      begun.await();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new SignalBehindLockOk().runAndWait();
    new Thread(() -> {
      synchronized (LOCK) {
        System.out.println("first");
      }
      READY.countDown();
      DONE.countDown();
    }).start();
    READY.await();
    synchronized (LOCK) {
      DONE.await();
    }
  }
}
