import java.util.concurrent.atomic.AtomicInteger;

// Numbers that come again: from two counters, from one that is set back, from one that nobody
// counts at once.
public class DrawnNumberRacy {
  static final AtomicInteger FIRST = new AtomicInteger();
  static final AtomicInteger SECOND = new AtomicInteger();
  static final AtomicInteger BACK = new AtomicInteger();
  static final AtomicInteger SEEN = new AtomicInteger();
  static final int[] A = new int[100];
  static final int[] B = new int[100];
  static final int[] C = new int[100];
  static final int[] D = new int[100];

  static void first() {
    A[FIRST.getAndIncrement()] = 1;  //~ data-race A([]): write
    D[FIRST.incrementAndGet()] = 1;  //~ data-race D([]): write
  }

  static void second() {
    A[SECOND.getAndIncrement()] = 2;  //~ data-race A([]): write
    D[FIRST.getAndIncrement()] = 2;  //~ data-race D([]): write
  }

  static void both() {
    B[BACK.getAndIncrement()] = 1;  //~ data-race B([])*: write
    if (BACK.get() > 50) BACK.set(0);
    int seen = SEEN.get();
    SEEN.incrementAndGet();
    C[seen] = 1;  //~ data-race C([])*: write
  }

  public static void main(String[] arguments) {
    new Thread(DrawnNumberRacy::first).start();
    new Thread(DrawnNumberRacy::second).start();
    for (int i = 0; i < 2; i++) new Thread(DrawnNumberRacy::both).start();
  }
}
