// races: Callers.value
// callers: main, one, two, lambda$main$0
/** Two ways to one line that writes. */
public class Callers {
  static int value;

  static void set(int to) {
    value = to;
  }

  static void one() {
    set(1);
  }

  static void two() {
    set(2);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread other = new Thread(() -> one());
    other.start();
    two();
    other.join();
    System.out.println(value > 0);
  }
}
