import java.util.concurrent.CountDownLatch;

// Two are counted, and one is enough to go on.
public class LatchCountLoopRacy {
  private static final CountDownLatch LATCH = new CountDownLatch(2);
  private static int result, other;

  public static void main(String[] arguments) {
    new Thread(() -> {
      result = 42;  //~ data-race A: write
      LATCH.countDown();
    }).start();
    new Thread(() -> {
      other = 17;  //~ data-race B: write
      LATCH.countDown();
    }).start();
    while (LATCH.getCount() > 1) {
      Thread.onSpinWait();
    }
    System.out.println(result + other);  //~ data-race A(result): read; data-race B(other): read
  }
}
