import java.util.ArrayList;
import java.util.List;

// Not every worker is kept, so not every one is joined.
public class JoinKeptSomeRacy {
  static class Service {
    private final List<Thread> workers = new ArrayList<>();
    private final Object lock = new Object();
    private int total;

    void start() {
      for (int i = 0; i < 4; i++) {
        Thread worker = new Thread(this::work);
        if (i % 2 == 0) {
          workers.add(worker);
        }
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
    service.start();
    service.await();
    System.out.println(service.total);  //~ data-race A: read
  }
}
