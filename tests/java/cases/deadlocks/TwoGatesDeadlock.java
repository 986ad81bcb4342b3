// Each has a gate, and they are two.
public class TwoGatesDeadlock {
  static final Object FRONT = new Object();
  static final Object REAR = new Object();
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void forth() {
    synchronized (FRONT) {
      synchronized (LEFT) {
        synchronized (RIGHT) { }  //~ deadlock A: wants
      }
    }
  }

  static void back() {
    synchronized (REAR) {
      synchronized (RIGHT) {
        synchronized (LEFT) { }  //~ deadlock A: wants
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(TwoGatesDeadlock::forth).start();
    new Thread(TwoGatesDeadlock::back).start();
  }
}
