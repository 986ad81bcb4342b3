import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// Who takes the only token comes after all that was done before it was put there.
public class TokenQueueOk {
  static int result;

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<String> done = new ArrayBlockingQueue<>(1);
    Thread worker = new Thread(() -> {
      result = 42;
      try {
        done.put("done");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    worker.start();
    done.take();
    System.out.println(result);
  }
}
