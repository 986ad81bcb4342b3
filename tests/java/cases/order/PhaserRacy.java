import java.util.concurrent.Phaser;

// main arrives and does not wait.
public class PhaserRacy {
  static int left;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(2);
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      phaser.arriveAndAwaitAdvance();
    }).start();
    phaser.arrive();
    System.out.println(left);  //~ data-race A: read
  }
}
