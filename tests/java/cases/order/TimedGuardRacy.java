// Waits for a flag, but not for ever, and goes on either way.
public class TimedGuardRacy {
  private boolean ready;
  private int result;

  synchronized void finish() {
    ready = true;
    notifyAll();
  }

  synchronized boolean await(long millis) throws InterruptedException {
    long end = System.currentTimeMillis() + millis;
    while (!ready) {
      long left = end - System.currentTimeMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  public static void main(String[] arguments) throws InterruptedException {
    TimedGuardRacy guard = new TimedGuardRacy();
    new Thread(() -> {
      guard.result = 42;  //~ data-race A: write
      guard.finish();
    }).start();
    guard.await(1000);
    System.out.println(guard.result);  //~ data-race A: read
  }
}
