import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Stages run by an executor that is waited for.
public class StagesAwaitedOk {
  private int sum;

  private synchronized void add(int amount) {
    sum += amount;
  }

  public static void main(String[] arguments) throws InterruptedException {
    StagesAwaitedOk work = new StagesAwaitedOk();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 5; i++) {
      int amount = i;
      CompletableFuture.runAsync(() -> work.add(amount), pool);
    }
    pool.shutdown();
    if (!pool.awaitTermination(1, TimeUnit.MINUTES)) return;
    System.out.println(work.sum);
  }
}
