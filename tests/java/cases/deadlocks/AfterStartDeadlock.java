// The thread with the other order was started before.
public class AfterStartDeadlock {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (RIGHT) {
        synchronized (LEFT) { }  //~ deadlock A: wants
      }
    }).start();
    synchronized (LEFT) {
      synchronized (RIGHT) { }  //~ deadlock A: wants
    }
  }
}
