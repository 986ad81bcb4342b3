// races: ThreadLocals.racy, ThreadLocals.once
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class ThreadLocals {
  static int racy;
  static Object once;
  static final ThreadLocal<int[]> mine = ThreadLocal.withInitial(() -> new int[4]);
  static final ThreadLocal<StringBuilder> text = new ThreadLocal<>();
  static volatile Thread waiter;
  static volatile boolean go;
  static int parked;
  static Object lazy() {
    if (once == null) once = new Object();
    return once;
  }
  static class Holder {
    static final List<String> names = new ArrayList<>(List.of("x"));
    static int made = 3;
  }
  enum Single {
    ONE;
    int count = 2;
    synchronized int next() {
      return count++;
    }
  }
  public static void main(String[] a) throws Exception {
    Runnable work = () -> {
      int[] m = mine.get();
      for (int i = 0; i < 20; i++) {
        m[i % 4]++;
        racy++;
      }
      text.set(new StringBuilder());
      text.get().append(m[0]);
      lazy();
      int x = Holder.made + Holder.names.size();
      Single.ONE.next();
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    Thread sleeper = new Thread(() -> {
      waiter = Thread.currentThread();
      while (!go) LockSupport.park();
      parked++;
    });
    sleeper.start();
    while (waiter == null) Thread.onSpinWait();
    parked = 1;
    go = true;
    LockSupport.unpark(waiter);
    one.join();
    two.join();
    sleeper.join();
    System.out.println(parked + " " + Single.ONE.count);
  }
}
