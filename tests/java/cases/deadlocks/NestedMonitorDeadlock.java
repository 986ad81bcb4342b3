// Waits on the inner monitor with the outer one held, which the notifier needs first.
public class NestedMonitorDeadlock {
  private final Object signal = new Object();
  private boolean locked = true;

  void await() throws InterruptedException {
    synchronized (this) {
      synchronized (signal) {
        while (locked) {
          signal.wait();  //~ deadlock A: wants
        }
      }
    }
  }

  void open() {
    synchronized (this) {  //~ deadlock A: wants
      synchronized (signal) {
        locked = false;
        signal.notify();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    NestedMonitorDeadlock all = new NestedMonitorDeadlock();
    new Thread(all::open).start();
    all.await();
  }
}
