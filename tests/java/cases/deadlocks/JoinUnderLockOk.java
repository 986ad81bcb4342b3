/** Waits for the worker outside of the lock, and under one that the worker does not take. */
public class JoinUnderLockOk {
  private final Object stopping = new Object();
  private final Thread worker = new Thread(this::work);
  private boolean stopped;
  private int steps;

  void stop() throws InterruptedException {
    synchronized (this) {
      stopped = true;
    }
    synchronized (stopping) {
      worker.join();
    }
  }

  private void work() {
    while (step()) { }
  }

  private synchronized boolean step() {
    steps++;
    return !stopped;
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinUnderLockOk service = new JoinUnderLockOk();
    service.worker.start();
    service.stop();
  }
}
