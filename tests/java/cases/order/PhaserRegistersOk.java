import java.util.concurrent.Phaser;

// Each worker is registered before it starts; who started them waits for all.
public class PhaserRegistersOk {
  private static final int[] SLOTS = new int[4];

  public static void main(String[] arguments) {
    Phaser phaser = new Phaser(1);
    for (int i = 0; i < SLOTS.length; i++) {
      int slot = i;
      phaser.register();
      new Thread(() -> {
        SLOTS[slot] = slot;
        phaser.arriveAndDeregister();
      }).start();
    }
    phaser.arriveAndAwaitAdvance();
    System.out.println(SLOTS[2]);
  }
}
