import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Under the lock it waits for a second at most; without a limit only when it has given it back. */
public class FutureUnderLockOk {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int total;

  static int add() {
    LOCK.lock();
    try {
      return ++total;
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Integer> sum = pool.submit(FutureUnderLockOk::add);
    LOCK.lock();
    try {
      System.out.println(sum.get(1, TimeUnit.SECONDS));
    } finally {
      LOCK.unlock();
    }
    System.out.println(sum.get());
    pool.shutdown();
  }
}
