// As InterruptedOnlyOk, but a thread that waits is interrupted by main.
public class InterruptedByThreadRacy {
  private final Object lock = new Object();
  private volatile boolean over;
  private boolean failed;

  void awaitOver() {
    synchronized (lock) {
      try {
        while (!over) lock.wait();
      } catch (InterruptedException e) {
        failed = true;  //~ data-race A: write
      }
    }
  }

  void work() {
    while (!over) {
      if (failed) return;  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    InterruptedByThreadRacy server = new InterruptedByThreadRacy();
    new Thread(server::work).start();
    Thread waiting = new Thread(server::awaitOver);
    waiting.start();
    waiting.interrupt();
  }
}
