import java.util.concurrent.atomic.AtomicBoolean;

// The old value says who was first.
public class ClaimBySwapOk {
  static final AtomicBoolean CLAIMED = new AtomicBoolean(false);
  static int winner;

  static void race(int number) {
    if (!CLAIMED.getAndSet(true)) {
      winner = number;
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> race(1)).start();
    new Thread(() -> race(2)).start();
  }
}
