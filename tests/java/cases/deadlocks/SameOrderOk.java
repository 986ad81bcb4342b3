// Everybody takes left before right.
public class SameOrderOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void both() {
    synchronized (LEFT) {
      synchronized (RIGHT) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(SameOrderOk::both).start();
    new Thread(SameOrderOk::both).start();
    both();
  }
}
