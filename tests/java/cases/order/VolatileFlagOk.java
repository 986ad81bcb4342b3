// The flag is volatile and set after the data; who sees it set sees the data.
public class VolatileFlagOk {
  static int data;
  static volatile boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      while (!ready) {
        Thread.onSpinWait();
      }
      System.out.println(data);
    }).start();
    data = 42;
    ready = true;
  }
}
