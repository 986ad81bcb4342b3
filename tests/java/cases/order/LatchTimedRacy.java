import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

// The wait may end because the time is up.
public class LatchTimedRacy {
  static int left;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      done.countDown();
    }).start();
    done.await(1, TimeUnit.MILLISECONDS);
    System.out.println(left);  //~ data-race A: read
  }
}
