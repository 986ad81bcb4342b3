// Two classes of a sealed interface share a counter in the code that tells them apart.
public class SealedRacy {
  sealed interface Shape permits Circle, Square { }

  record Circle(int radius) implements Shape { }

  record Square(int side) implements Shape { }

  static int area;

  static void measure(Shape shape) {
    if (shape instanceof Circle circle) {
      area = circle.radius() * 3;  //~ data-race A: write
    } else if (shape instanceof Square square) {
      area = square.side() * square.side();  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> measure(new Circle(1))).start();
    new Thread(() -> measure(new Square(2))).start();
  }
}
