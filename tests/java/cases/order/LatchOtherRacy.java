import java.util.concurrent.CountDownLatch;

// Two latches: main waits at the one that opens too early.
public class LatchOtherRacy {
  static int left;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      begun.countDown();
      left = 1;  //~ data-race A: write
      done.countDown();
    }).start();
    begun.await();
    System.out.println(left);  //~ data-race A: read
    done.await();
    System.out.println(left);
  }
}
