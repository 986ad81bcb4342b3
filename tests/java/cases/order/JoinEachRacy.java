import java.util.ArrayList;
import java.util.List;

// The results of each worker are read before it is joined.
public class JoinEachRacy {
  static class Worker extends Thread {
    private int steps;

    @Override
    public void run() {
      steps = 1;  //~ data-race A: write
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
      sum += worker.steps;  //~ data-race A: read
      worker.join();
    }
    System.out.println(sum);
  }
}
