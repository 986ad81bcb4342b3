import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

// Each task has a virtual thread and takes a lock; close() waits for all.
public class ThreadPerTaskOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int count;

  public static void main(String[] arguments) {
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4; i++) {
        tasks.submit(() -> {
          LOCK.lock();
          try {
            count++;
          } finally {
            LOCK.unlock();
          }
        });
      }
    }
    System.out.println(count);
  }
}
