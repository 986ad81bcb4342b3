// races: EventThread.racy
// options: -Djava.awt.headless=true
import java.awt.EventQueue;
import java.awt.SecondaryLoop;
import java.awt.Toolkit;

/** Events of AWT: posted, waited for, and run inside one another. */
public class EventThread {
  static int posted, answer, racy;

  public static void main(String[] arguments) throws Exception {
    posted = 1;
    EventQueue.invokeLater(() -> posted++);
    EventQueue.invokeAndWait(() -> answer = posted);
    int got = answer;
    EventQueue.invokeAndWait(() -> {
      SecondaryLoop loop = Toolkit.getDefaultToolkit().getSystemEventQueue().createSecondaryLoop();
      EventQueue.invokeLater(() -> {
        posted++;
        loop.exit();
      });
      loop.enter();
      posted++;
    });
    EventQueue.invokeLater(() -> racy = 1);
    boolean isSmall = racy < 2;
    Thread.sleep(300);
    System.out.println(got + " " + isSmall);
    System.exit(0);
  }
}
