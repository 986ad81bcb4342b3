import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A new task in each round, filled before the pool has it.
public class FreshTaskOk {
  static class Task implements Runnable {
    int from;
    int result;

    @Override
    public void run() {
      result = from * 2;
    }
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 10; i++) {
      Task task = new Task();
      task.from = i;
      pool.submit(task);
    }
    pool.shutdown();
  }
}
