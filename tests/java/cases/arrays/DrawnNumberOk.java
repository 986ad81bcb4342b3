import java.util.concurrent.atomic.AtomicInteger;

// Each job is taken by the one who drew its number.
public class DrawnNumberOk {
  static final AtomicInteger NEXT = new AtomicInteger();
  static final int[] SQUARES = new int[100];
  static final long[] TIMES = new long[100];

  static int draw() {
    return NEXT.getAndIncrement();
  }

  static void work(int number) {
    TIMES[number] = System.nanoTime();
    SQUARES[number] += number * number;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] workers = new Thread[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Thread(() -> {
        for (int n = draw(); n < SQUARES.length; n = draw()) work(n);
      });
      workers[i].start();
    }
    for (Thread worker : workers) worker.join();
    System.out.println(SQUARES[5] + TIMES[5]);
  }
}
