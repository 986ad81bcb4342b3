import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class WorkerResultsOk {
  static class Count implements Callable<Integer> {
    private final String text;
    private int words;

    Count(String text) { this.text = text; }

    @Override
    public Integer call() {
      for (String word : text.split(" ")) if (!word.isEmpty()) words++;
      return words;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Integer>> results = new ArrayList<>();
    for (String line : arguments) results.add(pool.submit(new Count(line)));
    int total = 0;
    for (Future<Integer> result : results) total += result.get();
    pool.shutdown();
    System.out.println(total);
  }
}
