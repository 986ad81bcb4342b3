import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Under a lock, in a list that locks itself, in one's own, or one after the other. */
public class ReferenceAddOk {
  private final List<Integer> all = new ArrayList<>();

  void addAll(List<Integer> more) {
    synchronized (all) {
      more.forEach(all::add);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Integer> safe = Collections.synchronizedList(new ArrayList<>());
    IntStream.range(0, 100).parallel().forEach(safe::add);
    for (int each : safe) System.out.println(each);

    ReferenceAddOk sums = new ReferenceAddOk();
    Runnable job = () -> {
      List<Integer> own = new ArrayList<>();
      List.of(1, 2).forEach(own::add);
      sums.addAll(own);
    };
    new Thread(job).start();
    new Thread(job).start();

    List<Integer> old = new ArrayList<>();
    List.of(1, 2).forEach(old::add);
    Thread clears = new Thread(old::clear);
    clears.start();
    clears.join();
    System.out.println(old.size());
  }
}
