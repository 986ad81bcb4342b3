import java.util.ArrayList;
import java.util.List;

// One method starts the workers and keeps them, another one joins all of them.
public class JoinKeptOk {
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
        total++;
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
    System.out.println(service.total);
  }
}
