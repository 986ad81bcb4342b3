import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

// What is waited for under a lock is given without it; and who waits for his own permit has it.
public class TakeOutsideLockOk {
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(4);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Semaphore places = new Semaphore(2);

  synchronized String take() throws InterruptedException {
    done.await();
    return queue.take();
  }

  synchronized void visit() throws InterruptedException {
    places.acquire();
    System.out.println("visits");
    places.release();
  }

  void put(String text) {
    queue.add(text);
    done.countDown();
  }

  public static void main(String[] arguments) throws InterruptedException {
    TakeOutsideLockOk all = new TakeOutsideLockOk();
    new Thread(() -> all.put("a")).start();
    System.out.println(all.take());
    new Thread(() -> {
      try {
        all.visit();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
    all.visit();
  }
}
