import java.util.concurrent.CountDownLatch;

// One worker more than the latch counts.
public class LatchWorkersRacy {
  static int total;

  static synchronized void add() {
    total++;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(3);
    for (int i = 0; i < 4; i++) {
      new Thread(() -> {
        add();
        done.countDown();
      }).start();
    }
    done.await();
    System.out.println(total);  //~ data-race A: read
  }
}
