import java.util.concurrent.Semaphore;

// One permit is there from the beginning.
public class SemaphoreRacy {
  static String message;

  public static void main(String[] arguments) throws InterruptedException {
    Semaphore ready = new Semaphore(1);
    new Thread(() -> {
      message = "hello";  //~ data-race A: write
      ready.release();
    }).start();
    ready.acquire();
    System.out.println(message);  //~ data-race A: read
  }
}
