import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Each task gives back a list of its own.
public class PerTaskResultOk {
  static class Search implements Callable<List<Integer>> {
    private final int from;

    Search(int from) {
      this.from = from;
    }

    @Override
    public List<Integer> call() {
      List<Integer> found = new ArrayList<>();
      for (int i = from; i < from + 10; i++) if (i % 3 == 0) found.add(i);
      return found;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<List<Integer>>> futures = new ArrayList<>();
    for (int i = 0; i < 4; i++) futures.add(pool.submit(new Search(i * 10)));
    List<Integer> all = new ArrayList<>();
    for (Future<List<Integer>> future : futures) all.addAll(future.get());
    System.out.println(all);
    pool.shutdown();
  }
}
