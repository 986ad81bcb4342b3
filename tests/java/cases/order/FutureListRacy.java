import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Only the first future of the list is waited for.
public class FutureListRacy {
  private static final int[] SLOTS = new int[8];

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < SLOTS.length; i++) {
      final int slot = i;
      futures.add(pool.submit(() -> {
        SLOTS[slot] = slot * slot;  //~ data-race A([]): write
      }));
    }
    futures.get(0).get();
    int sum = 0;
    for (int value : SLOTS) {  //~ data-race A([]): read
      sum += value;
    }
    System.out.println(sum);
    pool.shutdown();
  }
}
