import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// One task for all rounds: filled again while it may be running.
public class ReusedTaskRacy {
  static class Task implements Runnable {
    int from;

    @Override
    public void run() {
      System.out.println(from);  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Task task = new Task();
    for (int i = 0; i < 10; i++) {
      task.from = i;  //~ data-race A: write
      pool.submit(task);
    }
    pool.shutdown();
  }
}
