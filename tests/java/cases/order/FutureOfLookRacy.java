import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The result of one task is what another one still fills. */
public class FutureOfLookRacy {
  static class Count implements Callable<List<Integer>> {
    private final List<Integer> numbers = new ArrayList<>();

    @Override
    public List<Integer> call() {
      for (int i = 0; i < 9; i++) numbers.add(i);  //~ data-race A(numbers): write
      return numbers;
    }
  }

  static class Look implements Callable<List<Integer>> {
    private final Count count;

    Look(Count count) {
      this.count = count;
    }

    @Override
    public List<Integer> call() {
      return count.numbers;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 3; i++) {
      Count count = new Count();
      pool.submit(count);
      List<Integer> seen = pool.submit(new Look(count)).get();
      System.out.println(seen.size());  //~ data-race A(numbers): read
    }
    pool.shutdown();
  }
}
