/** Monitors in every form, volatiles, wait and notify, in an order that cannot change. */
public class Monitors {
  private int value;
  private volatile boolean isFull;
  private static int total;
  private static volatile long stamp;

  synchronized void put(int next) {
    value = next;
    again();
  }

  private synchronized void again() {
    value++;
    isFull = true;
  }

  static synchronized void count() {
    total += 2;
    stamp = stamp + 1;
  }

  int take() {
    synchronized (this) {
      if (!isFull) return -1;
      isFull = false;
      return value;
    }
  }

  synchronized void throwing() {
    value = 7;
    throw new IllegalStateException();
  }

  static final Object TURN = new Object();
  static int turn;

  static void await(int mine) throws InterruptedException {
    synchronized (TURN) {
      while (turn != mine) TURN.wait();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Monitors box = new Monitors();
    for (int each = 0; each < 5; each++) {
      int given = each;
      Thread thread = new Thread(() -> {
        box.put(given);
        count();
      }, "putter " + each);
      thread.start();
      thread.join();
      box.take();
    }
    try {
      box.throwing();
    } catch (IllegalStateException expected) {
      box.take();
    }
    Thread waiter = new Thread(() -> {
      try {
        await(1);
      } catch (InterruptedException never) {
        total = -1;
      }
    }, "waiter");
    synchronized (TURN) {
      waiter.start();
      while (waiter.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
    }
    while (waiter.getState() != Thread.State.WAITING) Thread.onSpinWait();
    synchronized (TURN) {
      turn = 1;
      TURN.notifyAll();
    }
    waiter.join();
    System.out.println(total + " " + stamp + " " + box.value);
  }
}
