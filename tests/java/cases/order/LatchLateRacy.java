import java.util.concurrent.CountDownLatch;

// The thread goes on after it has counted down.
public class LatchLateRacy {
  static int left;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    new Thread(() -> {
      done.countDown();
      left = 1;  //~ data-race A: write
    }).start();
    done.await();
    System.out.println(left);  //~ data-race A: read
  }
}
