import java.util.concurrent.CountDownLatch;

// The count of a latch is asked for until it is zero.
public class LatchCountLoopOk {
  private static final CountDownLatch LATCH = new CountDownLatch(1);
  private static int result;

  public static void main(String[] arguments) {
    new Thread(() -> {
      result = 42;
      LATCH.countDown();
    }).start();
    while (LATCH.getCount() > 0) {
      Thread.onSpinWait();
    }
    System.out.println(result);
  }
}
