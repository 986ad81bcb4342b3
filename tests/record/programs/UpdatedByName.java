// races: UpdatedByName.late
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A field is written by an updater and read by its name, and the other way round. */
public class UpdatedByName {
  static final AtomicIntegerFieldUpdater<UpdatedByName> STATE =
      AtomicIntegerFieldUpdater.newUpdater(UpdatedByName.class, "state");
  static final AtomicReferenceFieldUpdater<UpdatedByName, int[]> BOX =
      AtomicReferenceFieldUpdater.newUpdater(UpdatedByName.class, int[].class, "box");

  volatile int state;
  volatile int[] box;
  int first, second, late;

  public static void main(String[] arguments) throws InterruptedException {
    UpdatedByName shared = new UpdatedByName();
    Thread other = new Thread(() -> {
      while (shared.state != 1) Thread.onSpinWait();
      shared.first++;
      shared.second = 1;
      STATE.lazySet(shared, 2);
      while (shared.box == null) Thread.onSpinWait();
      shared.box[0]++;
      shared.late++;
    });
    other.start();
    shared.first = 1;
    STATE.compareAndSet(shared, 0, 1);
    while (shared.state != 2) Thread.onSpinWait();
    shared.second++;
    int[] made = {4};
    BOX.set(shared, made);
    shared.late++;
    other.join();
    System.out.println(shared.first + shared.second + made[0]);
  }
}
