import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

// One field goes through the updater, the one beside it does not.
public class FieldUpdaterRacy {
  static final AtomicIntegerFieldUpdater<FieldUpdaterRacy> HITS =
      AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterRacy.class, "hits");
  volatile int hits;
  int last;

  void hit() {
    last = HITS.incrementAndGet(this);  //~ data-race A*: write
  }

  public static void main(String[] arguments) {
    FieldUpdaterRacy page = new FieldUpdaterRacy();
    new Thread(page::hit).start();
    new Thread(page::hit).start();
  }
}
