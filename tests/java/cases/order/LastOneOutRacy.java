import java.util.concurrent.atomic.AtomicInteger;

// Who counts first does not come after anybody.
public class LastOneOutRacy {
  private static final AtomicInteger LEFT = new AtomicInteger(2);
  private static int first, second;

  static void done() {
    if (LEFT.decrementAndGet() == 1) {
      System.out.println(first + second);  //~ data-race A(first): read; data-race B(second): read
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      first = 1;  //~ data-race A: write
      done();
    }).start();
    new Thread(() -> {
      second = 2;  //~ data-race B: write
      done();
    }).start();
  }
}
