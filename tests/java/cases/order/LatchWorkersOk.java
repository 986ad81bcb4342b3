import java.util.concurrent.CountDownLatch;

// As many workers as the latch counts; main reads when the last one is done.
public class LatchWorkersOk {
  static int total;

  static synchronized void add() {
    total++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    int workers = arguments.length + 2;
    CountDownLatch done = new CountDownLatch(workers);
    for (int i = 0; i < workers; i++) {
      new Thread(() -> {
        add();
        done.countDown();
      }).start();
    }
    done.await();
    System.out.println(total);
  }
}
