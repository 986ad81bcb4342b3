import java.util.concurrent.atomic.AtomicBoolean;

// Whoever asks for it can open the claim again, while the winner still writes.
public class ClaimResetRacy {
  static final AtomicBoolean CLAIMED = new AtomicBoolean();
  static int winner;

  static void race(int number) {
    if (CLAIMED.compareAndSet(false, true)) {
      winner = number;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> race(1)).start();
    new Thread(() -> race(2)).start();
    CLAIMED.set(false);
  }
}
