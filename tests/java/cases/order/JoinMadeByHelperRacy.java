import java.util.ArrayList;
import java.util.List;

// A helper makes the workers; one of them is not among those that are joined.
public class JoinMadeByHelperRacy {
  private static int total;

  private static Thread newWorker(int number) {
    return new Thread(JoinMadeByHelperRacy::work, "worker-" + number);
  }

  private static synchronized void work() {
    total++;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(newWorker(i));
    }
    Thread last = newWorker(4);
    for (Thread worker : workers) {
      worker.start();
    }
    last.start();
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(total);  //~ data-race A: read
  }
}
