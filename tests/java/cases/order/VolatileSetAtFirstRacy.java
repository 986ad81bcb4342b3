// The flag is set from the beginning.
public class VolatileSetAtFirstRacy {
  static int data;
  static volatile boolean ready = true;

  public static void main(String[] arguments) {
    new Thread(() -> {
      data = 42;  //~ data-race A: write
      ready = true;
    }).start();
    while (!ready) {
      Thread.onSpinWait();
    }
    System.out.println(data);  //~ data-race A: read
  }
}
