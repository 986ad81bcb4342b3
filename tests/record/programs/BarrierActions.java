// races: BarrierActions.racy, int[]
import java.util.concurrent.*;
public class BarrierActions {
  static int racy, merged, rounds;
  static final long[] rows = new long[4];
  static final int[] bad = new int[4];
  public static void main(String[] a) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(4, () -> {
      long s = 0;
      for (long r : rows) s += r;
      merged += (int) s;
      rounds++;
    });
    Thread[] all = new Thread[4];
    for (int n = 0; n < 4; n++) {
      int me = n;
      all[n] = new Thread(() -> {
        try {
          for (int r = 0; r < 5; r++) {
            rows[me] = rows[me] + r;
            bad[r % 4] += me;
            barrier.await();
            if (merged < 0) racy++;
            barrier.await(5, TimeUnit.SECONDS);
          }
          racy++;
        } catch (Exception e) {
          throw new RuntimeException(e);
        }
      });
      all[n].start();
    }
    for (Thread t : all) t.join();
    System.out.println(merged + " " + rounds);
  }
}
