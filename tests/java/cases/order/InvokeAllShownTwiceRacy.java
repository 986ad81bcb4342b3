import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The task is once in the list, but the collection that the pool gets shows all of it twice.
public class InvokeAllShownTwiceRacy {
  static int count;

  static class Twice extends AbstractCollection<Callable<Integer>> {
    final List<Callable<Integer>> once = new ArrayList<>();

    @Override
    public Iterator<Callable<Integer>> iterator() {
      List<Callable<Integer>> all = new ArrayList<>(once);
      all.addAll(once);
      return all.iterator();
    }

    @Override
    public int size() {
      return 2 * once.size();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Twice tasks = new Twice();
    tasks.once.add(() -> count = 1);  //~ data-race A*: write
    pool.invokeAll(tasks);
    System.out.println(count);
    pool.shutdown();
  }
}
