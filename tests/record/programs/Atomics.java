// races: none
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Atomics {
  static int data, more;
  static final AtomicBoolean ready = new AtomicBoolean();
  static final AtomicInteger turn = new AtomicInteger();
  static final AtomicLong wide = new AtomicLong();
  static final AtomicReference<int[]> handed = new AtomicReference<>();

  public static void main(String[] arguments) throws Exception {
    Thread reader = new Thread(() -> {
      while (!ready.get()) Thread.onSpinWait();
      data++;
      while (!turn.compareAndSet(1, 2)) Thread.onSpinWait();
      more++;
      while (!wide.compareAndSet(1L << 40, 3L)) Thread.onSpinWait();
      int[] array = handed.getAndSet(null);
      array[0]++;
      System.out.println(data + more + array[0]);
    });
    reader.start();
    data = 5;
    ready.set(true);
    more = 6;
    turn.incrementAndGet();
    handed.set(new int[] {7});
    wide.addAndGet(1L << 40);
    reader.join();
  }
}
