// Each thread has a pair of locks of its own; no two threads meet.
public class OwnLocksOk {
  static class Pair implements Runnable {
    private final Object left = new Object();
    private final Object right = new Object();

    @Override
    public void run() {
      synchronized (left) {
        synchronized (right) { }
      }
      synchronized (right) {
        synchronized (left) { }
      }
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      new Thread(new Pair()).start();
    }
  }
}
