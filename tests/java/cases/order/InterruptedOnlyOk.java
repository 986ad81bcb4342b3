// Nobody interrupts the main thread: what it would do if its wait were interrupted is never done.
public class InterruptedOnlyOk {
  private final Object lock = new Object();
  private volatile boolean over;
  private boolean failed;

  void awaitOver() {
    synchronized (lock) {
      try {
        while (!over) lock.wait();
      } catch (InterruptedException e) {
        failed = true;
      }
    }
  }

  void work() {
    while (!over) {
      if (failed) return;
    }
  }

  void end() {
    over = true;
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  public static void main(String[] arguments) {
    InterruptedOnlyOk server = new InterruptedOnlyOk();
    new Thread(server::work).start();
    new Thread(server::end).start();
    server.awaitOver();
  }
}
