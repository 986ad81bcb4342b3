// races: DoubleChecked.instance, DoubleChecked.value

public class DoubleChecked {
  static DoubleChecked instance;
  static volatile DoubleChecked right;
  int value;
  int other;

  static DoubleChecked get() {
    if (instance == null) {
      synchronized (DoubleChecked.class) {
        if (instance == null) {
          DoubleChecked made = new DoubleChecked();
          made.value = 5;
          instance = made;
        }
      }
    }
    return instance;
  }

  static DoubleChecked getRight() {
    DoubleChecked seen = right;
    if (seen == null) {
      synchronized (DoubleChecked.class) {
        seen = right;
        if (seen == null) {
          seen = new DoubleChecked();
          seen.other = 5;
          right = seen;
        }
      }
    }
    return seen;
  }

  public static void main(String[] arguments) throws Exception {
    Thread first = new Thread(() -> {
      if (getRight().other + get().value != 10) throw new IllegalStateException();
    });
    first.start();
    while (instance == null) Thread.sleep(1);
    if (get().value != 5) System.out.println("seen half made");
    first.join();
    System.out.println(getRight().other);
  }
}
