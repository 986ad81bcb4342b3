import java.util.concurrent.CountDownLatch;

// The second thread waits for the first, and main for the second.
public class LatchChainOk {
  static final CountDownLatch FIRST = new CountDownLatch(1);
  static final CountDownLatch SECOND = new CountDownLatch(1);
  static int value;

  static void first() {
    value = 1;
    FIRST.countDown();
  }

  static void second() {
    try {
      FIRST.await();
    } catch (InterruptedException stopped) {
      return;
    }
    SECOND.countDown();
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(LatchChainOk::first).start();
    new Thread(LatchChainOk::second).start();
    SECOND.await();
    System.out.println(value);
  }
}
