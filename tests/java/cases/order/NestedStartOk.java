// A thread starts another one; what the first wrote before, the second may read.
public class NestedStartOk {
  static int depth;

  static void inner() {
    depth++;
  }

  static void outer() {
    depth++;
    new Thread(NestedStartOk::inner).start();
  }

  public static void main(String[] arguments) {
    depth = 1;
    new Thread(NestedStartOk::outer).start();
  }
}
