import java.util.concurrent.Phaser;

// main arrives, and waits for the phase to be over.
public class PhaserAwaitOk {
  static int left;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(2);
    new Thread(() -> {
      left = 1;
      phaser.arriveAndDeregister();
    }).start();
    int phase = phaser.arrive();
    phaser.awaitAdvance(phase);
    System.out.println(left);
  }
}
