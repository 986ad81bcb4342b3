import java.util.concurrent.CountDownLatch;

// Each of two threads counts down once, on whichever way it leaves.
public class LatchFinallyOk {
  static final CountDownLatch DONE = new CountDownLatch(2);
  static int left;
  static int right;

  static void left() {
    try {
      left = Integer.parseInt("7");
    } finally {
      DONE.countDown();
    }
  }

  static void right() {
    try {
      right = Integer.parseInt("8");
    } finally {
      DONE.countDown();
    }
  }

  static void waitForBoth() {
    try {
      DONE.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  public static void main(String[] arguments) {
    new Thread(LatchFinallyOk::left).start();
    new Thread(LatchFinallyOk::right).start();
    waitForBoth();
    System.out.println(left + right);
  }
}
