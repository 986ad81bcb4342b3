import java.util.concurrent.Phaser;

public class PhaserStepsOk {
  static int first, second;

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(2);
    new Thread(() -> {
      first = 1;
      phaser.arriveAndAwaitAdvance();
      System.out.println(second);
    }).start();
    second = 2;
    phaser.arriveAndAwaitAdvance();
    System.out.println(first);
  }
}
