// A constructor makes the workers, and a method starts and joins all of them.
public class JoinElementsOk {
  static class Worker extends Thread {
    private int found;

    @Override
    public void run() {
      found++;
    }
  }

  private final Worker[] workers;

  JoinElementsOk(int count) {
    workers = new Worker[count];
    for (int i = 0; i < count; i++) {
      workers[i] = new Worker();
    }
  }

  void work() throws InterruptedException {
    for (Worker worker : workers) {
      worker.start();
    }
    for (Worker worker : workers) {
      worker.join();
    }
    for (Worker worker : workers) {
      System.out.println(worker.found);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new JoinElementsOk(4).work();
  }
}
