// Whoever takes both takes the gate first.
public class GateLockOk {
  static final Object GATE = new Object();
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void forth() {
    synchronized (GATE) {
      synchronized (LEFT) {
        synchronized (RIGHT) { }
      }
    }
  }

  static void back() {
    synchronized (GATE) {
      synchronized (RIGHT) {
        synchronized (LEFT) { }
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(GateLockOk::forth).start();
    new Thread(GateLockOk::back).start();
  }
}
