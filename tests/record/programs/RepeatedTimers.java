// races: RepeatedTimers.racy
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class RepeatedTimers {
  static int racy, repeated, chained, before;
  public static void main(String[] a) throws Exception {
    Timer timer = new Timer(true);
    CountDownLatch latch = new CountDownLatch(3), second = new CountDownLatch(1);
    before = 1;
    timer.scheduleAtFixedRate(new TimerTask() {
      @Override
      public void run() {
        repeated++;
        before++;
        latch.countDown();
        if (latch.getCount() == 0) cancel();
      }
    }, 1, 2);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        repeated++;
        chained = before;
        racy++;
        second.countDown();
      }
    }, new Date());
    racy++;
    latch.await();
    second.await();
    repeated++;
    AtomicIntegerArray cells = new AtomicIntegerArray(2);
    int[] data = new int[2];
    Thread t = new Thread(() -> {
      while (cells.get(0) == 0) Thread.onSpinWait();
      data[0]++;
      while (!cells.compareAndSet(1, 1, 2)) Thread.onSpinWait();
      data[1]++;
    });
    t.start();
    data[0] = 1;
    cells.lazySet(0, 1);
    data[1] = 1;
    cells.incrementAndGet(1);
    t.join();
    AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 0);
    int[] box = new int[1];
    Thread u = new Thread(() -> {
      while (ref.getStamp() == 0) Thread.onSpinWait();
      box[0]++;
    });
    u.start();
    box[0] = 2;
    ref.compareAndSet("a", "b", 0, 1);
    u.join();
    LongAdder adder = new LongAdder();
    LongAccumulator max = new LongAccumulator(Long::max, 0);
    DoubleAdder d = new DoubleAdder();
    Thread v = new Thread(() -> {
      adder.increment();
      max.accumulate(4);
      d.add(1);
    });
    v.start();
    adder.add(2);
    v.join();
    System.out.println(data[0] + " " + data[1] + box[0] + adder.sum() + max.get() + d.sum());
  }
}
