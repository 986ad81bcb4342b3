// A helper makes the workers; they are kept, started and joined in a loop each.
public class JoinMadeByHelperOk {
  private static int total;

  private static Thread newWorker(int number) {
    Thread worker = new Thread(JoinMadeByHelperOk::work, "worker-" + number);
    worker.setDaemon(true);
    return worker;
  }

  private static synchronized void work() {
    total++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] workers = new Thread[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = newWorker(i);
    }
    for (Thread worker : workers) {
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(total);
  }
}
