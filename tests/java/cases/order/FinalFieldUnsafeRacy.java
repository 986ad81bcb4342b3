// The reference races; the final fields behind it do not.
public class FinalFieldUnsafeRacy {
  static final class Point {
    final int x;

    Point(int x) {
      this.x = x;
    }
  }

  static Point current;

  public static void main(String[] arguments) {
    new Thread(() -> {
      Point seen = current;  //~ data-race A: read
      System.out.println(seen == null ? 0 : seen.x);
    }).start();
    current = new Point(1);  //~ data-race A: write
  }
}
