import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// Takes from a queue with the lock that is needed to put.
public class TakeUnderLockDeadlock {
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(4);

  synchronized String take() throws InterruptedException {
    return queue.take();  //~ deadlock A: wants
  }

  synchronized void put(String text) {
    queue.add(text);  //~ deadlock A: wants
  }

  public static void main(String[] arguments) throws InterruptedException {
    TakeUnderLockDeadlock all = new TakeUnderLockDeadlock();
    new Thread(() -> all.put("a")).start();
    System.out.println(all.take());
  }
}
