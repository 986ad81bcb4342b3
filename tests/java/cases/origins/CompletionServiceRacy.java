import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Two tasks of a completion service write one field.
public class CompletionServiceRacy {
  static int best;

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < 2; i++) {
      int number = i;
      service.submit(() -> best = number);  //~ data-race A*: write
    }
    service.take().get();
    service.take().get();
    pool.shutdown();
  }
}
