import java.util.concurrent.CountDownLatch;

/** The worker gives the lock back before it counts down, but needs it first. */
public class SignalBehindLockDeadlock {
  private final CountDownLatch done = new CountDownLatch(1);
  private int value;

  synchronized void work() {
    value++;  //~ deadlock A: wants
  }

  synchronized void runAndWait() throws InterruptedException {
    new Thread(() -> {
      work();
      done.countDown();
    }).start();
    done.await();  //~ deadlock A: wants
    System.out.println(value);
  }

  public static void main(String[] arguments) throws InterruptedException {
    new SignalBehindLockDeadlock().runAndWait();
  }
}
