// Each copies into an array of its own; the source does not change any more.
public class CopyOk {
  static final int[] SOURCE = {1, 2, 3};

  static void work() {
    int[] copy = SOURCE.clone();
    copy[0] = 7;
    System.arraycopy(SOURCE, 0, copy, 1, 2);
  }

  public static void main(String[] arguments) {
    new Thread(CopyOk::work).start();
    new Thread(CopyOk::work).start();
  }
}
