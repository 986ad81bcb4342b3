import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

// A memoiser for any function; the map below it is none for several threads.
public class MemoiserRacy<K, V> implements Function<K, V> {
  private final Map<K, V> known = new HashMap<>();
  private final Function<? super K, ? extends V> slow;

  MemoiserRacy(Function<? super K, ? extends V> slow) {
    this.slow = slow;
  }

  @Override
  public V apply(K key) {
    V value = known.get(key);  //~ data-race A(known)*: read
    if (value == null) {
      value = slow.apply(key);
      known.put(key, value);  //~ data-race A(known)*: write
    }
    return value;
  }

  public static void main(String[] arguments) {
    Function<Integer, Long> squares = new MemoiserRacy<>(n -> (long) n * n);
    for (int i = 0; i < 8; i++) {
      int n = i % 3;
      ForkJoinPool.commonPool().execute(() -> System.out.println(squares.apply(n)));
    }
  }
}
