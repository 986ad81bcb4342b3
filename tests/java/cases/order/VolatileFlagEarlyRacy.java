// The flag is set before the data is.
public class VolatileFlagEarlyRacy {
  static int data;
  static volatile boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      while (!ready) {
        Thread.onSpinWait();
      }
      System.out.println(data);  //~ data-race A: read
    }).start();
    ready = true;
    data = 42;  //~ data-race A: write
  }
}
