// Each thread has a constant of its own.
public class EnumConstantsOk {
  enum Side {
    LEFT, RIGHT;

    private int steps;

    void step() {
      steps++;
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> Side.LEFT.step()).start();
    new Thread(() -> Side.RIGHT.step()).start();
  }
}
