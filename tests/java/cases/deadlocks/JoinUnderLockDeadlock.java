// Waits for a thread with the lock that the thread needs.
public class JoinUnderLockDeadlock {
  private static final Object LOCK = new Object();
  private static int count;

  public static void main(String[] arguments) throws InterruptedException {
    Thread worker = new Thread(() -> {
      synchronized (LOCK) {  //~ deadlock A: wants
        count++;
      }
    });
    worker.start();
    synchronized (LOCK) {
      worker.join();  //~ deadlock A: wants
      System.out.println(count);
    }
  }
}
