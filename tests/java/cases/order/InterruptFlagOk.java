// A worker runs until it is interrupted, and is joined before its count is read.
public class InterruptFlagOk {
  static class Worker extends Thread {
    long rounds;

    @Override
    public void run() {
      while (!isInterrupted()) {
        rounds++;
        try {
          Thread.sleep(1);
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Worker worker = new Worker();
    worker.start();
    Thread.sleep(20);
    worker.interrupt();
    worker.join();
    System.out.println(worker.rounds);
  }
}
