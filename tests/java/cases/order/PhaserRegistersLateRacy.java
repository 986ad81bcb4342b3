import java.util.concurrent.Phaser;

// Each worker registers itself, perhaps only when nobody waits any more.
public class PhaserRegistersLateRacy {
  private static int result;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(1);
    new Thread(() -> {
      phaser.register();
      result = 42;  //~ data-race A: write
      phaser.arriveAndDeregister();
    }).start();
    phaser.arriveAndAwaitAdvance();
    System.out.println(result);  //~ data-race A: read
  }
}
