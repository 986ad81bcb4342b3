// The loop has another way out.
public class VolatileOrElseRacy {
  static int data;
  static volatile boolean ready;

  public static void main(String[] arguments) {
    new Thread(() -> {
      data = 42;  //~ data-race A: write
      ready = true;
    }).start();
    for (int tries = 0; !ready && tries < 100; tries++) {
      Thread.onSpinWait();
    }
    System.out.println(data);  //~ data-race A: read
  }
}
