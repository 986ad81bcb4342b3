// The loop ends when the flag is taken back, and what was written before that is there.
public class RunningFlagOk {
  static int last;
  static volatile boolean running = true;

  public static void main(String[] arguments) {
    new Thread(() -> {
      while (running) {
        Thread.onSpinWait();
      }
      System.out.println(last);
    }).start();
    last = 42;
    running = false;
  }
}
