// One order is over when the thread was joined.
public class JoinOrderedOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  public static void main(String[] arguments) throws InterruptedException {
    Thread worker = new Thread(() -> {
      synchronized (RIGHT) {
        synchronized (LEFT) { }
      }
    });
    worker.start();
    worker.join();
    synchronized (LEFT) {
      synchronized (RIGHT) { }
    }
  }
}
