/** Whoever waits gives the inner lock back and keeps the outer one, which the notifier wants. */
public class NestedMonitorDeadlock {
  private final Object inner = new Object();
  private boolean isFull;

  synchronized void take() throws InterruptedException {
    synchronized (inner) {
      while (!isFull) inner.wait();  //~ deadlock A: wants
      isFull = false;
    }
  }

  synchronized void put() {
    synchronized (inner) {  //~ deadlock A: wants
      isFull = true;
      inner.notifyAll();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    NestedMonitorDeadlock box = new NestedMonitorDeadlock();
    new Thread(box::put).start();
    box.take();
  }
}
