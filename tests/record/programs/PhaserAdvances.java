// races: PhaserAdvances.racy, PhaserAdvances.early
import java.util.concurrent.*;
public class PhaserAdvances {
  static int racy, early, advanced, bulk, byArrive;
  static final int[] cells = new int[3];
  public static void main(String[] a) throws Exception {
    Phaser phaser = new Phaser(3) {
      @Override
      protected boolean onAdvance(int phase, int parties) {
        for (int i = 0; i < 3; i++) advanced += cells[i];
        return phase >= 30 || parties == 0;
      }
    };
    Thread[] all = new Thread[3];
    for (int n = 0; n < 3; n++) {
      int me = n;
      all[n] = new Thread(() -> {
        for (int p = 0; p < 3; p++) {
          cells[me] = me + p;
          early++;
          phaser.arriveAndAwaitAdvance();
          int x = cells[(me + 1) % 3];
          phaser.awaitAdvance(phaser.arrive());
        }
        phaser.arriveAndDeregister();
      });
      all[n].start();
    }
    for (Thread t : all) t.join();
    Phaser start = new Phaser(1);
    Phaser root = new Phaser();
    root.bulkRegister(2);
    Thread w = new Thread(() -> {
      byArrive = 4;
      start.arrive();
      racy++;
    });
    w.start();
    start.awaitAdvance(0);
    byArrive++;
    racy++;
    w.join();
    System.out.println(byArrive);
  }
}
