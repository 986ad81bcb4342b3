// Waits for a flag, but not for ever, and looks once more before it goes on.
public class TimedGuardOk {
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
    TimedGuardOk guard = new TimedGuardOk();
    new Thread(() -> {
      guard.result = 42;
      guard.finish();
    }).start();
    if (guard.await(1000)) {
      System.out.println(guard.result);
    }
  }
}
