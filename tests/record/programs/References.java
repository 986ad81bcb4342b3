// races: none
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** What orders two threads is called by references to methods. */
public class References {
  interface Guarding {
    ReentrantLock LOCK = new ReentrantLock();

    default void guard(Runnable work) {
      around(LOCK::lock, LOCK::unlock, work);
    }

    private static void around(Runnable before, Runnable after, Runnable work) {
      before.run();
      work.run();
      after.run();
    }
  }

  static int latched, flagged, counted, guarded, permitted, serialized;

  static void await(BooleanSupplier until) {
    while (!until.getAsBoolean()) Thread.onSpinWait();
  }

  static <T> void apply(Consumer<T> consumer, T to) {
    consumer.accept(to);
  }

  static void work(Semaphore permits, Guarding guarding) {
    apply(Semaphore::acquireUninterruptibly, permits);
    permitted++;
    apply(Semaphore::release, permits);
    guarding.guard(() -> guarded++);
  }

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1), second = new CountDownLatch(1);
    AtomicBoolean flag = new AtomicBoolean();
    AtomicLong count = new AtomicLong();
    Semaphore permits = new Semaphore(1);
    Guarding guarding = new Guarding() {};
    Thread other = new Thread(() -> {
      work(permits, guarding);
      latched = 1;
      Collections.singletonList(done).forEach(CountDownLatch::countDown);
      flagged = 1;
      apply(flag::set, true);
      counted = 1;
      UnaryOperator<Long> add = count::addAndGet;
      add.apply(7L);
      Runnable last = (Runnable & Serializable) second::countDown;
      last.run();
    });
    other.start();
    work(permits, guarding);
    done.await();
    latched++;
    await(flag::get);
    flagged++;
    ToLongFunction<AtomicLong> get = AtomicLong::get;
    await(() -> get.applyAsLong(count) == 7);
    counted++;
    other.join();
    List<int[]> all = new ArrayList<>(List.of(new int[] {3, 1}));
    all.forEach(Arrays::sort);
    System.out.println(latched + flagged + counted + guarded + permitted + all.get(0)[0]);
  }
}
