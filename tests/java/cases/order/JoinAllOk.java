// Every worker that was started in the first loop is joined in the second.
public class JoinAllOk {
  static class Worker extends Thread {
    int found;

    @Override
    public void run() {
      found = 1;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Worker[] workers = new Worker[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
      workers[i].start();
    }
    for (Worker worker : workers) {
      worker.join();
    }
    int sum = 0;
    for (Worker worker : workers) {
      sum += worker.found;
    }
    System.out.println(sum);
  }
}
