import java.util.ArrayList;
import java.util.List;

// Not each worker that the helper makes is kept.
public class JoinMadeByHelperSomeRacy {
  private static int total;

  private static Thread newWorker() {
    return new Thread(JoinMadeByHelperSomeRacy::work);
  }

  private static synchronized void work() {
    total++;  //~ data-race A: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread worker = newWorker();
      if (i % 2 == 0) {
        workers.add(worker);
      }
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(total);  //~ data-race A: read
  }
}
