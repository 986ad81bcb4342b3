import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

// A volatile field, changed through an updater.
public class FieldUpdaterOk {
  static final AtomicIntegerFieldUpdater<FieldUpdaterOk> HITS =
      AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterOk.class, "hits");
  volatile int hits;

  void hit() {
    HITS.incrementAndGet(this);
  }

  public static void main(String[] arguments) {
    FieldUpdaterOk page = new FieldUpdaterOk();
    new Thread(page::hit).start();
    new Thread(page::hit).start();
    System.out.println(page.hits);
  }
}
