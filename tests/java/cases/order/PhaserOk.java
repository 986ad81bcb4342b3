import java.util.concurrent.Phaser;

// Both parties arrive and wait before they read.
public class PhaserOk {
  static int left;
  static int right;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(2);
    new Thread(() -> {
      left = 1;
      phaser.arriveAndAwaitAdvance();
      System.out.println(right);
    }).start();
    right = 2;
    phaser.arriveAndAwaitAdvance();
    System.out.println(left);
  }
}
