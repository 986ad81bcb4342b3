import java.util.concurrent.atomic.AtomicInteger;

// Who counts down to zero comes after all others.
public class LastOneOutOk {
  private static final AtomicInteger LEFT = new AtomicInteger(2);
  private static int first, second;

  static void done() {
    if (LEFT.decrementAndGet() == 0) {
      System.out.println(first + second);
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      first = 1;
      done();
    }).start();
    new Thread(() -> {
      second = 2;
      done();
    }).start();
  }
}
