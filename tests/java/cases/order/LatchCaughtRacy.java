import java.util.concurrent.CountDownLatch;

// Who is interrupted goes on without having waited.
public class LatchCaughtRacy {
  static int left;

  public static void main(String[] arguments) {
    CountDownLatch done = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    new Thread(waiting::interrupt).start();
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      done.countDown();
    }).start();
    try {
      done.await();
    } catch (InterruptedException stopped) {
      System.out.println("stopped");
    }
    System.out.println(left);  //~ data-race A: read
  }
}
