import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each part goes to the end of the array. */
public class ChunksByStepRacy {
  public static void main(String[] arguments) {
    long[] squares = new long[1000];
    int size = 64;
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int first = 0; first < squares.length; first += size) {
      int from = first;
      int to = Math.max(from + size, squares.length);
      pool.execute(
          () -> {
            for (int i = from; i < to; i++) squares[i] = (long) i * i;  //~ data-race A([])*: write
          });
    }
    pool.shutdown();
  }
}
