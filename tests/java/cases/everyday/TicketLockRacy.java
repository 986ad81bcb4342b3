import java.util.concurrent.atomic.AtomicInteger;

// A lock that serves by number. It lets the next one in before the work is done.
public class TicketLockRacy {
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger serving = new AtomicInteger();
  private int count;

  void lock() {
    int ticket = next.getAndIncrement();
    while (serving.get() != ticket) Thread.onSpinWait();
  }

  void unlock() {
    serving.incrementAndGet();
  }

  void add() {
    lock();
    unlock();
    count++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    TicketLockRacy counter = new TicketLockRacy();
    for (int i = 0; i < 3; i++) new Thread(counter::add).start();
  }
}
