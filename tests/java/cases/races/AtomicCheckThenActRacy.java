import java.util.concurrent.atomic.AtomicInteger;

// The number is atomic; what is done where it was found small enough is not.
public class AtomicCheckThenActRacy {
  private static final AtomicInteger USED = new AtomicInteger();
  private static final String[] SEATS = new String[2];

  static void take(String name) {
    if (USED.get() < 2) {
      SEATS[USED.get()] = name;  //~ data-race A([])*: write
      USED.incrementAndGet();
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> take("a")).start();
    new Thread(() -> take("b")).start();
  }
}
