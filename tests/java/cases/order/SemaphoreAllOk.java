import java.util.concurrent.Semaphore;

// Two permits are needed, and each thread gives one.
public class SemaphoreAllOk {
  static int left;
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    Semaphore ready = new Semaphore(0);
    new Thread(() -> {
      left = 1;
      ready.release();
    }).start();
    new Thread(() -> {
      right = 1;
      ready.release();
    }).start();
    ready.acquire(2);
    System.out.println(left + right);
  }
}
