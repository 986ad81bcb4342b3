// races: SpinLocks.bare
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Locks that are made of an atomic, of a ticket, and of the platform's synchronizer; and none. */
public class SpinLocks {
  static class Mutex extends AbstractQueuedSynchronizer {
    @Override
    protected boolean tryAcquire(int ignored) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
      setState(0);
      return true;
    }
  }

  static final AtomicBoolean held = new AtomicBoolean();
  static final AtomicInteger tickets = new AtomicInteger();
  static final Mutex mutex = new Mutex();
  static volatile int turn;
  static int byFlag, byTicket, byMutex, bare;

  static void work() {
    bare++;
    for (int each = 0; each < 20; each++) {
      while (!held.compareAndSet(false, true)) Thread.onSpinWait();
      byFlag++;
      held.set(false);
      int ticket = tickets.getAndIncrement();
      while (turn != ticket) Thread.yield();
      byTicket++;
      turn++;
      mutex.acquire(1);
      byMutex++;
      mutex.release(1);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[3];
    for (int each = 0; each < 3; each++) threads[each] = new Thread(SpinLocks::work);
    for (Thread each : threads) each.start();
    for (Thread each : threads) each.join();
    System.out.println(byFlag + byTicket + byMutex);
  }
}
