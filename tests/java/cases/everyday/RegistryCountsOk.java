import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

// Metrics by name, in arrays of atomics.
public class RegistryCountsOk {
  private final Map<String, AtomicLongArray> counts = new ConcurrentHashMap<>();

  void record(String name, long nanos) {
    AtomicLongArray cell = counts.computeIfAbsent(name, key -> new AtomicLongArray(2));
    cell.incrementAndGet(0);
    cell.addAndGet(1, nanos);
  }

  public static void main(String[] arguments) {
    RegistryCountsOk registry = new RegistryCountsOk();
    IntStream.range(0, 100).parallel().forEach(i -> registry.record("request", i));
    System.out.println(registry.counts.keySet());
  }
}
