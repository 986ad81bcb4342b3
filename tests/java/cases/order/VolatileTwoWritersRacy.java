// Another thread sets the same flag.
public class VolatileTwoWritersRacy {
  static int data;
  static volatile boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      data = 42;  //~ data-race A: write
      ready = true;
    }).start();
    new Thread(() -> ready = true).start();
    while (!ready) {
      Thread.onSpinWait();
    }
    System.out.println(data);  //~ data-race A: read
  }
}
