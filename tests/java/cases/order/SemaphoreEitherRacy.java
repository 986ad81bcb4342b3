import java.util.concurrent.Semaphore;

// One permit may be the other thread's.
public class SemaphoreEitherRacy {
  static String message;

  public static void main(String[] arguments) throws InterruptedException {
    Semaphore ready = new Semaphore(0);
    new Thread(() -> {
      message = "hello";  //~ data-race A: write
      ready.release();
    }).start();
    new Thread(ready::release).start();
    ready.acquire();
    System.out.println(message);  //~ data-race A: read
  }
}
