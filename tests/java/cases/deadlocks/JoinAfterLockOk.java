// Waits for a thread when the lock was given back.
public class JoinAfterLockOk {
  private static final Object LOCK = new Object();
  private static int count;

  public static void main(String[] arguments) throws InterruptedException {
    Thread worker = new Thread(() -> {
      synchronized (LOCK) {
        count++;
      }
    });
    worker.start();
    synchronized (LOCK) {
      count++;
    }
    worker.join();
    System.out.println(count);
  }
}
