import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each task of the list is handed over once.
public class ElementsTasksOk {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Worker());
    }
    for (Worker worker : workers) {
      pool.execute(worker);
    }
    pool.shutdown();
  }
}
