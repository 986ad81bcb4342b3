import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The barrier lets each pass alone: its action adds up what the other may not have put down. */
public class BarrierActionReadsRacy {
  private int total;
  private final int[] parts = new int[2];
  private final CyclicBarrier barrier = new CyclicBarrier(1, this::addUp);

  private void addUp() {
    total = parts[0] + parts[1];  //~ data-race A([]): read ; data-race B: write
  }

  void work(int number) {
    parts[number] = number + 1;  //~ data-race A([]): write
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException stopped) {
      throw new IllegalStateException(stopped);
    }
    System.out.println(total);  //~ data-race B: read
  }

  public static void main(String[] arguments) {
    BarrierActionReadsRacy sums = new BarrierActionReadsRacy();
    new Thread(() -> sums.work(0)).start();
    new Thread(() -> sums.work(1)).start();
  }
}
