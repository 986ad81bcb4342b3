import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// The token is put before the work is done.
public class TokenQueueRacy {
  static int result;

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<String> done = new ArrayBlockingQueue<>(1);
    Thread worker = new Thread(() -> {
      done.offer("done");
      result = 42;  //~ data-race A: write
    });
    worker.start();
    done.take();
    System.out.println(result);  //~ data-race A: read
  }
}
