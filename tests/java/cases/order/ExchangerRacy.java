import java.util.concurrent.Exchanger;

// A page is touched after it was given away.
public class ExchangerRacy {
  static class Page {
    String text;
  }

  static final Exchanger<Page> EXCHANGER = new Exchanger<>();

  static void swap() throws InterruptedException {
    Page mine = new Page();
    Page other = EXCHANGER.exchange(mine);
    mine.text = "late";              //~ data-race A: write
    System.out.println(other.text);  //~ data-race A: read
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(() -> {
      try {
        swap();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }).start();
    swap();
  }
}
