import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks give their results back; only main keeps the best.
public class CompletionServiceOk {
  static int best;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < 2; i++) {
      int number = i;
      service.submit(() -> number * number);
    }
    for (int i = 0; i < 2; i++) {
      best = Math.max(best, service.take().get());
    }
    pool.shutdown();
  }
}
