import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

// Atomics, an array of them, and an adder.
public class AtomicOk {
  static final AtomicInteger COUNT = new AtomicInteger();
  static final AtomicIntegerArray SLOTS = new AtomicIntegerArray(4);
  static final LongAdder SUM = new LongAdder();

  static void add() {
    int before = COUNT.getAndIncrement();
    SLOTS.addAndGet(0, before);
    SUM.add(COUNT.get());
  }

  public static void main(String[] arguments) {
    new Thread(AtomicOk::add).start();
    new Thread(AtomicOk::add).start();
    System.out.println(COUNT.get() + SLOTS.get(0) + SUM.sum());
  }
}
