// One order is over before the thread with the other one starts.
public class StartOrderedOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  public static void main(String[] arguments) {
    synchronized (LEFT) {
      synchronized (RIGHT) { }
    }
    new Thread(() -> {
      synchronized (RIGHT) {
        synchronized (LEFT) { }
      }
    }).start();
  }
}
