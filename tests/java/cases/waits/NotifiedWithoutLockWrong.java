// Who notifies does not hold the lock: that throws, and whoever waits already waits for ever.
public class NotifiedWithoutLockWrong {
  private final Object lock = new Object();
  private volatile boolean over;

  void awaitOver() throws InterruptedException {
    synchronized (lock) {
      while (!over) lock.wait();  //~ FN endless-wait A: wait -- the notify throws
    }
  }

  void end() {
    over = true;
    lock.notifyAll();
  }

  public static void main(String[] arguments) throws InterruptedException {
    NotifiedWithoutLockWrong server = new NotifiedWithoutLockWrong();
    new Thread(server::end).start();
    server.awaitOver();
  }
}
