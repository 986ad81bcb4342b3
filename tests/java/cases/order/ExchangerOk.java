import java.util.concurrent.Exchanger;

// Each touches the page before it gives it away, and the other's after it has it.
public class ExchangerOk {
  static class Page {
    String text;
  }

  static final Exchanger<Page> EXCHANGER = new Exchanger<>();

  static void swap(String mine) {
    Page page = new Page();
    page.text = mine;
    try {
      page = EXCHANGER.exchange(page);
    } catch (InterruptedException stopped) {
      return;
    }
    page.text = page.text + mine;
  }

  public static void main(String[] arguments) {
    new Thread(() -> swap("warp")).start();
    swap("weft");
  }
}
