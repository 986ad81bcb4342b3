import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task fills what it was made with, and gives it back as its result. */
public class FutureOfPartsOk {
  static class Result {
    int sum;
    final List<Integer> parts = new ArrayList<>();
  }

  static class Work implements Callable<Result> {
    private final int to;
    private final Result result = new Result();

    Work(int to) {
      this.to = to;
    }

    @Override
    public Result call() {
      for (int i = 0; i < to; i++) {
        result.sum += i;
        result.parts.add(i);
      }
      return result;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Result>> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) results.add(pool.submit(new Work(i)));
    int total = 0;
    for (Future<Result> each : results) {
      Result result = each.get();
      total += result.sum;
      for (int part : result.parts) total += part;
    }
    System.out.println(total);
    pool.shutdown();
  }
}
