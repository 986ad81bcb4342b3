// Both orders, in one thread, one after the other; the other thread takes no lock.
public class OneThreadOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  public static void main(String[] arguments) {
    new Thread(() -> System.out.println("elsewhere")).start();
    synchronized (LEFT) {
      synchronized (RIGHT) { }
    }
    synchronized (RIGHT) {
      synchronized (LEFT) { }
    }
  }
}
