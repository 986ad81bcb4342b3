// Three locks, always in the order red, green, blue.
public class ThreeLocksOk {
  static final Object RED = new Object();
  static final Object GREEN = new Object();
  static final Object BLUE = new Object();

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (RED) {
        synchronized (GREEN) { }
      }
    }).start();
    new Thread(() -> {
      synchronized (GREEN) {
        synchronized (BLUE) { }
      }
    }).start();
    synchronized (RED) {
      synchronized (BLUE) { }
    }
  }
}
