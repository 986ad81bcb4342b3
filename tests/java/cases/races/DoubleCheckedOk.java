// Double-checked locking with volatile.
public class DoubleCheckedOk {
  private static volatile DoubleCheckedOk instance;
  private int value;

  private DoubleCheckedOk() {
    value = 42;
  }

  static DoubleCheckedOk get() {
    if (instance == null) {
      synchronized (DoubleCheckedOk.class) {
        if (instance == null) {
          instance = new DoubleCheckedOk();
        }
      }
    }
    return instance;
  }

  public static void main(String[] arguments) {
    new Thread(() -> System.out.println(get().value)).start();
    new Thread(() -> System.out.println(get().value)).start();
  }
}
