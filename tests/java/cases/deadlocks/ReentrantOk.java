// The inner lock is held already.
public class ReentrantOk {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  static void forth() {
    synchronized (LEFT) {
      synchronized (RIGHT) {
        synchronized (LEFT) { }
      }
    }
  }

  public static void main(String[] arguments) {
    new Thread(ReentrantOk::forth).start();
    new Thread(ReentrantOk::forth).start();
  }
}
