import java.util.concurrent.CountDownLatch;

// Two threads, each counts down once, from two.
public class LatchOk {
  static int left;
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    new Thread(() -> {
      left = 1;
      done.countDown();
    }).start();
    new Thread(() -> {
      right = 2;
      done.countDown();
    }).start();
    done.await();
    System.out.println(left + right);
  }
}
