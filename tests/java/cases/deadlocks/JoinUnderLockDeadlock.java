/** Stops a worker under the lock that the worker takes for each step: neither goes on. */
public class JoinUnderLockDeadlock {
  private final Thread worker = new Thread(this::work);
  private volatile boolean stopped;
  private int steps;

  void start() {
    worker.start();
  }

  synchronized void stop() throws InterruptedException {
    stopped = true;
    worker.join();  //~ deadlock A: wants
  }

  private void work() {
    while (!stopped) step();
  }

  private synchronized void step() {
    steps++;  //~ deadlock A: wants
  }

  public static void main(String[] arguments) throws InterruptedException {
    JoinUnderLockDeadlock service = new JoinUnderLockDeadlock();
    service.start();
    service.stop();
  }
}
