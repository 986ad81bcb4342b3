import java.util.concurrent.Semaphore;

// There is no permit before the writer gives one.
public class SemaphoreOk {
  static String message;

  public static void main(String[] arguments) throws InterruptedException {
    Semaphore ready = new Semaphore(0);
    new Thread(() -> {
      message = "hello";
      ready.release();
    }).start();
    ready.acquire();
    System.out.println(message);
  }
}
