// races: BesideAtomics.plain
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class BesideAtomics {
  static int plain;
  static final AtomicInteger safe = new AtomicInteger(), unrelated = new AtomicInteger();

  public static void main(String[] arguments) throws Exception {
    Thread one = new Thread(() -> {
      plain++;
      safe.incrementAndGet();
    });
    Thread two = new Thread(() -> {
      plain++;
      unrelated.incrementAndGet();
    });
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(safe.get() + unrelated.get());
  }
}
