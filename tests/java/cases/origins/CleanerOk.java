import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

// The cleaner's thread counts with an atomic, and its other counter is its own.
public class CleanerOk {
  static final Cleaner CLEANER = Cleaner.create();
  static final AtomicInteger FREED = new AtomicInteger();
  static int seenByCleaner;

  public static void main(String[] arguments) {
    CLEANER.register(new Object(), () -> {
      FREED.incrementAndGet();
      seenByCleaner++;
    });
    System.gc();
    System.out.println(FREED.get());
  }
}
