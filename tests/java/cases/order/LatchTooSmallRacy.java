import java.util.concurrent.CountDownLatch;

// The latch opens when the first of two threads is done.
public class LatchTooSmallRacy {
  static int left;
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      done.countDown();
    }).start();
    new Thread(() -> {
      right = 2;  //~ data-race B: write
      done.countDown();
    }).start();
    done.await();
    int sum = left;  //~ data-race A: read
    sum += right;    //~ data-race B: read
    System.out.println(sum);
  }
}
