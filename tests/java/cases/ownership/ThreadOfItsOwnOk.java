// Each object makes its thread when it is made; who starts it does not matter.
public class ThreadOfItsOwnOk {
  static class Ticker implements Runnable {
    final Thread thread = new Thread(this);
    int ticks;

    void start() {
      thread.start();
    }

    @Override
    public void run() {
      for (int i = 0; i < 9; i++) ticks++;
    }
  }

  public static void main(String[] arguments) {
    Ticker one = new Ticker();
    Ticker other = new Ticker();
    one.start();
    other.start();
  }
}
