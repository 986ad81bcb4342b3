import java.util.concurrent.Phaser;

// Who waits for another phase than the one that is on does not wait.
public class PhaserOtherPhaseRacy {
  static int left;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(1);
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      phaser.arrive();
    }).start();
    phaser.awaitAdvance(1);
    System.out.println(left);  //~ data-race A: read
  }
}
