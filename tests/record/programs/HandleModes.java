// races: HandleModes.plain
import java.lang.invoke.*;
import java.util.concurrent.atomic.*;
public class HandleModes {
  int state, data, plain, updated, elements, casData;
  volatile Object ref;
  volatile long counter;
  int viaUpdater, viaCounter;
  static final VarHandle STATE, ARRAY = MethodHandles.arrayElementVarHandle(int[].class);
  static final AtomicReferenceFieldUpdater<HandleModes, Object> REF =
      AtomicReferenceFieldUpdater.newUpdater(HandleModes.class, Object.class, "ref");
  static final AtomicLongFieldUpdater<HandleModes> COUNTER =
      AtomicLongFieldUpdater.newUpdater(HandleModes.class, "counter");
  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(HandleModes.class, "state", int.class);
    } catch (Exception e) {
      throw new Error(e);
    }
  }
  public static void main(String[] a) throws Exception {
    HandleModes h = new HandleModes();
    int[] flags = new int[2];
    Thread t = new Thread(() -> {
      h.plain++;
      while ((int) STATE.getVolatile(h) < 1) Thread.onSpinWait();
      h.data++;
      while (REF.get(h) == null) Thread.onSpinWait();
      h.viaUpdater++;
      while (COUNTER.get(h) < 10) Thread.onSpinWait();
      h.viaCounter++;
      while ((int) ARRAY.getAcquire(flags, 1) == 0) Thread.onSpinWait();
      h.elements++;
      while (!STATE.compareAndSet(h, 2, 3)) Thread.onSpinWait();
      h.casData++;
    });
    t.start();
    h.plain++;
    h.data = 1;
    STATE.setVolatile(h, 1);
    h.viaUpdater = 1;
    REF.compareAndSet(h, null, "x");
    h.viaCounter = 1;
    COUNTER.addAndGet(h, 20);
    h.elements = 1;
    ARRAY.setRelease(flags, 1, 5);
    h.casData = 1;
    STATE.weakCompareAndSetRelease(h, 1, 2);
    while ((int) STATE.getVolatile(h) == 1) STATE.compareAndSet(h, 1, 2);
    t.join();
    System.out.println(h.data + " " + h.viaUpdater + h.viaCounter + h.elements + h.casData);
  }
}
