import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

// Who comes first computes, all others wait for the future that it left.
public class MemoiserOk<K, V> implements Function<K, V> {
  private final Map<K, FutureTask<V>> known = new ConcurrentHashMap<>();
  private final Function<? super K, ? extends V> slow;

  MemoiserOk(Function<? super K, ? extends V> slow) {
    this.slow = slow;
  }

  @Override
  public V apply(K key) {
    FutureTask<V> mine = new FutureTask<>(() -> slow.apply(key));
    FutureTask<V> first = known.putIfAbsent(key, mine);
    if (first == null) {
      first = mine;
      mine.run();
    }
    try {
      return first.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  static final class Square {
    private long value;

    static Square of(int n) {
      Square square = new Square();
      square.value = (long) n * n;
      return square;
    }
  }

  public static void main(String[] arguments) {
    Function<Integer, Square> squares = new MemoiserOk<>(Square::of);
    for (int i = 0; i < 8; i++) {
      int n = i % 3;
      ForkJoinPool.commonPool().execute(() -> System.out.println(squares.apply(n).value));
    }
  }
}
