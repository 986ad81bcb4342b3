// Fields that are final, of an object that was given to a thread when it was complete.
public class FinalFieldOk {
  static final class Point {
    final int x;
    final int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }
  }

  static volatile Point current = new Point(0, 0);

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        Point seen = current;
        current = new Point(seen.y, seen.x);
      }).start();
    }
  }
}
