import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// Each worker is joined before its own results are read, while others still run.
public class JoinEachOk {
  static class Worker extends Thread {
    private final Map<String, Integer> counts = new HashMap<>();
    private int steps;

    @Override
    public void run() {
      steps++;
      counts.put("steps", 1);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Worker worker = new Worker();
      workers.add(worker);
      worker.start();
    }
    int sum = 0;
    for (Worker worker : workers) {
      worker.join();
      sum += worker.steps + worker.counts.size();
    }
    System.out.println(sum);
  }
}
