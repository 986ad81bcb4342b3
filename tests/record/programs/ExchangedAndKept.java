// races: ExchangedAndKept$Page.late
import java.util.concurrent.Exchanger;

/** What was exchanged is touched by who gave it away. */
public class ExchangedAndKept {
  static class Page {
    int early, late;
  }

  static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  static Page swap(Exchanger<Page> exchanger, Page mine) {
    try {
      return exchanger.exchange(mine);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Exchanger<Page> exchanger = new Exchanger<>();
    Thread one = start(() -> {
      Page mine = new Page();
      mine.early = 1;
      Page other = swap(exchanger, mine);
      other.early++;
      mine.late = 2;
    });
    Thread two = start(() -> {
      Page mine = new Page();
      mine.early = 3;
      Page other = swap(exchanger, mine);
      other.early++;
      try {
        Thread.sleep(50);
      } catch (InterruptedException stopped) {
        return;
      }
      System.out.println(other.early + (other.late == 99 ? 1 : 0));
    });
    one.join();
    two.join();
  }
}
