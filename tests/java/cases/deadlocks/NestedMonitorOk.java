/** Whoever notifies takes the inner lock only, so that a wait under both ends. */
public class NestedMonitorOk {
  private final Object inner = new Object();
  private boolean isFull;

  synchronized void take() throws InterruptedException {
    synchronized (inner) {
      while (!isFull) inner.wait();
      isFull = false;
    }
  }

  void put() {
    synchronized (inner) {
      isFull = true;
      inner.notifyAll();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    NestedMonitorOk box = new NestedMonitorOk();
    new Thread(box::put).start();
    box.take();
  }
}
