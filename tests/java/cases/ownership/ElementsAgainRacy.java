import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The tasks of the list are handed over again before they are done.
public class ElementsAgainRacy {
  static class Worker implements Runnable {
    private int steps;

    @Override
    public void run() {
      steps = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(new Worker());
    }
    for (int round = 0; round < 2; round++) {
      for (Worker worker : workers) {
        pool.execute(worker);
      }
    }
    pool.shutdown();
  }
}
