// wait() gives the inner lock back and keeps the outer one, which the waker needs.
public class WaitHoldsOuterDeadlock {
  static final Object OUTER = new Object();
  static final Object INNER = new Object();
  static boolean ready;

  static void sleep() throws InterruptedException {
    synchronized (OUTER) {
      synchronized (INNER) {  //~ deadlock A: wants
        while (!ready) {
          INNER.wait();  //~ deadlock B: wants
        }
      }
    }
  }

  static void wake() {
    synchronized (INNER) {
      synchronized (OUTER) {  //~ deadlock A: wants; deadlock B: wants
        ready = true;
        INNER.notifyAll();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(WaitHoldsOuterDeadlock::wake).start();
    sleep();
  }
}
