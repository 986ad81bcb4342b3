import java.util.concurrent.atomic.AtomicInteger;

// A lock that serves by number.
public class TicketLockOk {
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
    try {
      count++;
    } finally {
      unlock();
    }
  }

  public static void main(String[] arguments) {
    TicketLockOk counter = new TicketLockOk();
    for (int i = 0; i < 3; i++) new Thread(counter::add).start();
  }
}
