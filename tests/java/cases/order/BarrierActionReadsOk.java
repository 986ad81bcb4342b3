import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The barrier's action adds up what all have put down before they came. */
public class BarrierActionReadsOk {
  private int total;
  private final int[] parts = new int[2];
  private final CyclicBarrier barrier = new CyclicBarrier(2, this::addUp);

  private void addUp() {
    total = parts[0] + parts[1];
  }

  void work(int number) {
    parts[number] = number + 1;
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException stopped) {
      throw new IllegalStateException(stopped);
    }
    System.out.println(total);
  }

  public static void main(String[] arguments) {
    BarrierActionReadsOk sums = new BarrierActionReadsOk();
    new Thread(() -> sums.work(0)).start();
    new Thread(() -> sums.work(1)).start();
  }
}
