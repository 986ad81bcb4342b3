// Equal literals are one object, in whichever class they stand.
public class LiteralLockOk {
  static int value;

  static class Other {
    static void change() {
      synchronized ("lock") {
        value = 2;
      }
    }
  }

  static void change() {
    synchronized ("lock") {
      value = 1;
    }
  }

  public static void main(String[] arguments) {
    new Thread(LiteralLockOk::change).start();
    new Thread(Other::change).start();
  }
}
