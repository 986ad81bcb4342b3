import java.util.concurrent.CountDownLatch;

// Waits for a latch with the lock that is needed to count it down.
public class LatchUnderLockDeadlock {
  private final CountDownLatch done = new CountDownLatch(1);
  private int count;

  synchronized void work() {
    count++;  //~ deadlock A: wants
    done.countDown();
  }

  synchronized void await() throws InterruptedException {
    done.await();  //~ deadlock A: wants
    System.out.println(count);
  }

  public static void main(String[] arguments) throws InterruptedException {
    LatchUnderLockDeadlock all = new LatchUnderLockDeadlock();
    new Thread(all::work).start();
    all.await();
  }
}
