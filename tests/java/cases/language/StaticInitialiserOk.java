// Static state that only the initialiser writes.
public class StaticInitialiserOk {
  static class Tables {
    static int[] squares;

    static {
      squares = new int[10];
      for (int i = 0; i < 10; i++) {
        squares[i] = i * i;
      }
    }
  }

  static void show() {
    System.out.println(Tables.squares[3]);
  }

  public static void main(String[] arguments) {
    new Thread(StaticInitialiserOk::show).start();
    new Thread(StaticInitialiserOk::show).start();
  }
}
