// The loop that joins leaves out the first worker.
public class JoinSomeRacy {
  static class Worker extends Thread {
    int found;

    @Override
    public void run() {
      found = 1;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Worker[] workers = new Worker[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
      workers[i].start();
    }
    for (int i = 1; i < workers.length; i++) {
      workers[i].join();
    }
    int sum = 0;
    for (Worker worker : workers) {
      sum += worker.found;  //~ data-race A: read
    }
    System.out.println(sum);
  }
}
