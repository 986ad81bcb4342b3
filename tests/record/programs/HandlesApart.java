// races: HandlesApart.late
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Each handle and object orders for itself, and with who accesses its field by name. */
public class HandlesApart {
  static final VarHandle READY, LOCK, NEXT, WIDE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      READY = lookup.findVarHandle(HandlesApart.class, "ready", int.class);
      LOCK = lookup.findVarHandle(HandlesApart.class, "lock", int.class);
      NEXT = lookup.findVarHandle(HandlesApart.class, "next", HandlesApart.class);
      WIDE = lookup.findVarHandle(HandlesApart.class, "wide", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int ready, lock, early, late, locked, behindWide;
  volatile HandlesApart next;
  volatile long wide;

  void change() {
    while (!LOCK.weakCompareAndSetAcquire(this, 0, 1)) Thread.onSpinWait();
    locked++;
    LOCK.setRelease(this, 0);
  }

  public static void main(String[] arguments) throws InterruptedException {
    HandlesApart shared = new HandlesApart();
    Thread reader = new Thread(() -> {
      while ((int) READY.getAcquire(shared) == 0) Thread.onSpinWait();
      int seen = shared.early;
      try {
        Thread.sleep(50);
      } catch (InterruptedException end) {
        return;
      }
      seen += shared.late;
      shared.change();
      while (shared.next == null) Thread.onSpinWait();
      shared.next.early++;
      while (shared.wide == 0) Thread.onSpinWait();
      shared.behindWide++;
    });
    reader.start();
    shared.early = 1;
    READY.setRelease(shared, 1);
    shared.late = 2;
    shared.change();
    HandlesApart made = new HandlesApart();
    made.early = 3;
    NEXT.setRelease(shared, made);
    shared.behindWide = 4;
    WIDE.compareAndSet(shared, 0L, 5L);
    reader.join();
    System.out.println(shared.locked + made.early + shared.behindWide);
  }
}
