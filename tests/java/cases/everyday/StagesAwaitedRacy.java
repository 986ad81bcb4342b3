import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Stages run by an executor; the sum is read before it has ended.
public class StagesAwaitedRacy {
  private int sum;

  private synchronized void add(int amount) {
    sum += amount;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    StagesAwaitedRacy work = new StagesAwaitedRacy();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 5; i++) {
      int amount = i;
      CompletableFuture.runAsync(() -> work.add(amount), pool);
    }
    pool.shutdown();
    System.out.println(work.sum);  //~ data-race A: read
  }
}
