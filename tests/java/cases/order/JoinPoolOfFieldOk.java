// The constructor makes the workers, other methods start and join them.
public class JoinPoolOfFieldOk {
  private final Thread[] workers;
  private int total;

  JoinPoolOfFieldOk(int size) {
    workers = new Thread[size];
    for (int i = 0; i < size; i++) {
      workers[i] = new Thread(this::work);
    }
  }

  private synchronized void work() {
    total++;
  }

  void start() {
    for (Thread worker : workers) {
      worker.start();
    }
  }

  void join() throws InterruptedException {
    for (Thread worker : workers) {
      worker.join();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinPoolOfFieldOk pool = new JoinPoolOfFieldOk(4);
    pool.start();
    pool.join();
    System.out.println(pool.total);
  }
}
