import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

// Metrics by name. The map is for several threads, the arrays in it are not.
public class RegistryCountsRacy {
  private final Map<String, long[]> counts = new ConcurrentHashMap<>();

  void record(String name, long nanos) {
    long[] cell = counts.computeIfAbsent(name, key -> new long[2]);
    cell[0]++;  //~ data-race A([])*: read, write
    cell[1] += nanos;  //~ data-race B([])*: read, write
  }

  public static void main(String[] arguments) {
    RegistryCountsRacy registry = new RegistryCountsRacy();
    IntStream.range(0, 100).parallel().forEach(i -> registry.record("request", i));
    System.out.println(registry.counts.keySet());
  }
}
