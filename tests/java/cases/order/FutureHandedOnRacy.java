import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task begins a thread that goes on with its result when the task is over. */
public class FutureHandedOnRacy {
  static class Count implements Callable<List<Integer>> {
    private final List<Integer> numbers = new ArrayList<>();

    @Override
    public List<Integer> call() {
      numbers.add(0);
      new Thread(() -> numbers.add(1)).start();  //~ data-race A(numbers): write
      return numbers;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    Future<List<Integer>> count = pool.submit(new Count());
    System.out.println(count.get().size());  //~ data-race A(numbers): read
    pool.shutdown();
  }
}
