// Each writes only when it is its turn, and gives the turn to the other one then.
public class VolatileTurnOk {
  static volatile int turn;
  static int shared;

  static void play(int me) {
    for (int i = 0; i < 9; i++) {
      while (turn != me) Thread.onSpinWait();
      shared++;
      turn = 1 - me;
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> play(0)).start();
    new Thread(() -> play(1)).start();
  }
}
