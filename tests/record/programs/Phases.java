// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Phases {
  static int value;

  public static void main(String[] arguments) throws Exception {
    Phaser phaser = new Phaser(2);
    Thread worker = new Thread(() -> {
      value = 1;
      phaser.arriveAndAwaitAdvance();
      phaser.arriveAndAwaitAdvance();
      value++;
    });
    worker.start();
    phaser.arriveAndAwaitAdvance();
    value++;
    phaser.arriveAndAwaitAdvance();
    worker.join();
    System.out.println(value);
  }
}
