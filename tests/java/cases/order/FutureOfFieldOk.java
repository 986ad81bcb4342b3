import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Each task keeps its list in a field, and main reads it behind the get of that very task. */
public class FutureOfFieldOk {
  static class Count implements Callable<List<Integer>> {
    private final int to;
    private final List<Integer> numbers = new ArrayList<>();

    Count(int to) {
      this.to = to;
    }

    @Override
    public List<Integer> call() {
      for (int i = 0; i < to; i++) {
        numbers.add(i);
      }
      return numbers;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<List<Integer>>> counts = new ArrayList<>();
    for (int i = 0; i < 3; i++) counts.add(pool.submit(new Count(i)));
    List<Integer> all = new ArrayList<>();
    for (Future<List<Integer>> count : counts) {
      all.addAll(count.get());
    }
    pool.shutdown();
    System.out.println(all);
  }
}
