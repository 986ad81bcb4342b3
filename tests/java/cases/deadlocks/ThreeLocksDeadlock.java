// A cycle of three: no two of the threads are enough.
public class ThreeLocksDeadlock {
  static final Object RED = new Object();
  static final Object GREEN = new Object();
  static final Object BLUE = new Object();

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (RED) {
        synchronized (GREEN) { }  //~ deadlock A: wants
      }
    }).start();
    new Thread(() -> {
      synchronized (GREEN) {
        synchronized (BLUE) { }  //~ deadlock A: wants
      }
    }).start();
    synchronized (BLUE) {
      synchronized (RED) { }  //~ deadlock A: wants
    }
  }
}
