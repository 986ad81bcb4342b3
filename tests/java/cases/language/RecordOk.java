// Records, with equals, hashCode and toString by invokedynamic, read by two threads.
public class RecordOk {
  record Point(int x, int y) {
    Point moved(int by) {
      return new Point(x + by, y + by);
    }
  }

  static void show(Point point) {
    System.out.println(point.moved(1) + " " + point.hashCode() + point.equals(new Point(1, 2)));
  }

  public static void main(String[] arguments) {
    Point point = new Point(1, 2);
    new Thread(() -> show(point)).start();
    new Thread(() -> show(point)).start();
  }
}
