import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// invokeAll comes back when all tasks are done; each has a field of its own.
public class InvokeAllOk {
  static class Part implements Callable<Void> {
    int size;

    @Override
    public Void call() {
      size = 3;
      return null;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Part> parts = new ArrayList<>();
    parts.add(new Part());
    parts.add(new Part());
    pool.invokeAll(parts);
    for (Part part : parts) {
      System.out.println(part.size);
    }
    pool.shutdown();
  }
}
