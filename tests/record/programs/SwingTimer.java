// races: SwingTimer.racy
// options: -Djava.awt.headless=true
import java.awt.*;
import java.util.concurrent.*;
import javax.swing.*;
public class SwingTimer {
  static int ticks, racy, start;
  public static void main(String[] a) throws Exception {
    CountDownLatch latch = new CountDownLatch(3);
    start = 1;
    javax.swing.Timer timer = new javax.swing.Timer(5, e -> {
      ticks += start;
      latch.countDown();
      racy++;
    });
    EventQueue.invokeAndWait(() -> ticks = 1);
    timer.start();
    racy++;
    latch.await();
    EventQueue.invokeAndWait(() -> {
      ticks++;
      timer.stop();
    });
    SwingWorker<Integer, Integer> worker = new SwingWorker<>() {
      int background;
      @Override
      protected Integer doInBackground() {
        background = start;
        publish(1, 2);
        return 4;
      }
      @Override
      protected void process(java.util.List<Integer> chunks) {
        ticks += chunks.size();
      }
      @Override
      protected void done() {
        ticks++;
        background++;
      }
    };
    worker.execute();
    int got = worker.get();
    Thread.sleep(200);
    int[] out = new int[1];
    SwingUtilities.invokeAndWait(() -> out[0] = ticks);
    System.out.println(got + " " + (out[0] >= 5));
    System.exit(0);
  }
}
