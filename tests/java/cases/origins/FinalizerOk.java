// The finalizer and the constructor count under one lock; the object's own field needs none.
public class FinalizerOk {
  static final Object LOCK = new Object();
  static int open;

  static class Handle {
    private int number;

    Handle() {
      synchronized (LOCK) {
        number = open++;
      }
    }

    @Override
    @SuppressWarnings("removal")
    protected void finalize() {
      synchronized (LOCK) {
        open -= number;
      }
    }
  }

  public static void main(String[] arguments) {
    new Handle();
    new Handle();
    System.gc();
  }
}
