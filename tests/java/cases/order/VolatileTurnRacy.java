// The turn is given away before the work is done.
public class VolatileTurnRacy {
  static volatile int turn;
  static int shared;

  static void play(int me) {
    for (int i = 0; i < 9; i++) {
      while (turn != me) Thread.onSpinWait();
      turn = 1 - me;
      shared++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> play(0)).start();
    new Thread(() -> play(1)).start();
  }
}
