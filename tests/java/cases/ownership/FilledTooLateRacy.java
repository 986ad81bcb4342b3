import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The task is filled after the pool has it.
public class FilledTooLateRacy {
  static class Task implements Runnable {
    int from;

    @Override
    public void run() {
      System.out.println(from);  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 10; i++) {
      Task task = new Task();
      pool.submit(task);
      task.from = i;  //~ data-race A: write
    }
    pool.shutdown();
  }
}
