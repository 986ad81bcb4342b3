// Each shape keeps its own area.
public class SealedOk {
  sealed interface Shape permits Circle, Square {
    void measure();
  }

  static final class Circle implements Shape {
    private int area;

    @Override
    public void measure() {
      area = 3;
    }
  }

  static final class Square implements Shape {
    private int area;

    @Override
    public void measure() {
      area = 4;
    }
  }

  public static void main(String[] arguments) {
    for (Shape shape : new Shape[] {new Circle(), new Square()}) {
      new Thread(shape::measure).start();
    }
  }
}
