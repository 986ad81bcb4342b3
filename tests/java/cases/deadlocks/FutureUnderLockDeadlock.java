import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** The lock is held while a task is waited for that takes it. */
public class FutureUnderLockDeadlock {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int total;

  static int add() {
    LOCK.lock();  //~ deadlock A: wants
    try {
      return ++total;
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] arguments) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    LOCK.lock();
    try {
      Future<Integer> sum = pool.submit(FutureUnderLockDeadlock::add);
      System.out.println(sum.get());  //~ deadlock A: wants
    } finally {
      LOCK.unlock();
    }
    pool.shutdown();
  }
}
