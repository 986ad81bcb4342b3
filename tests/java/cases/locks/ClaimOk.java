import java.util.concurrent.atomic.AtomicBoolean;

// Only one thread can win the claim, and only the winner writes.
public class ClaimOk {
  static final AtomicBoolean CLAIMED = new AtomicBoolean();
  static int winner;

  static void race(int number) {
    if (CLAIMED.compareAndSet(false, true)) {
      winner = number;
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> race(1)).start();
    new Thread(() -> race(2)).start();
  }
}
