// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Barrier {
  static final int[] halves = new int[2];
  static final int[] sums = new int[2];

  public static void main(String[] arguments) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Thread[] threads = new Thread[2];
    for (int each = 0; each < 2; each++) {
      int mine = each;
      threads[each] = new Thread(() -> {
        try {
          halves[mine] = mine + 1;
          barrier.await();
          sums[mine] = halves[0] + halves[1];
        } catch (InterruptedException | BrokenBarrierException end) {
          throw new IllegalStateException(end);
        }
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(sums[0] + sums[1]);
  }
}
