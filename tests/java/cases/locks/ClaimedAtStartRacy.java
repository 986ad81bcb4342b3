import java.util.concurrent.atomic.AtomicBoolean;

// The wrong branch: the losers write.
public class ClaimedAtStartRacy {
  static final AtomicBoolean CLAIMED = new AtomicBoolean();
  static int losers;

  static void race() {
    if (!CLAIMED.compareAndSet(false, true)) {
      losers++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      new Thread(ClaimedAtStartRacy::race).start();
    }
  }
}
