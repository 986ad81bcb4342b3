import java.util.concurrent.CountDownLatch;

// One thread counts down twice, and the latch opens without the other.
public class LatchCountedTwiceRacy {
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    new Thread(() -> {
      for (int i = 0; i < 2; i++) {
        done.countDown();
      }
    }).start();
    new Thread(() -> {
      right = 2;  //~ data-race A: write
      done.countDown();
    }).start();
    done.await();
    System.out.println(right);  //~ data-race A: read
  }
}
