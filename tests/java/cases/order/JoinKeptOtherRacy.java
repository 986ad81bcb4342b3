import java.util.ArrayList;
import java.util.List;

// The workers of one service are joined, the total of the other is read.
public class JoinKeptOtherRacy {
  static class Service {
    private final List<Thread> workers = new ArrayList<>();
    private final Object lock = new Object();
    private int total;

    void start() {
      for (int i = 0; i < 4; i++) {
        Thread worker = new Thread(this::work);
        workers.add(worker);
        worker.start();
      }
    }

    private void work() {
      synchronized (lock) {
        total++;  //~ data-race A: write
      }
    }

    void await() throws InterruptedException {
      for (Thread worker : workers) {
        worker.join();
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Service service = new Service();
    Service other = new Service();
    service.start();
    other.start();
    service.await();
    System.out.println(other.total);  //~ data-race A: read
  }
}
