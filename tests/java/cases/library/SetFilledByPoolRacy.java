import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Tasks of a pool put what they saw into one plain set, which is read when all are done.
public class SetFilledByPoolRacy {
  public static void main(String[] arguments) {
    Set<Integer> seen = new HashSet<>();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++) {
      int number = i;
      pool.submit(() -> seen.add(number % 3));  //~ data-race A(java.util.HashSet)*: write
    }
    pool.shutdown();
    System.out.println(seen.size());  //~ data-race A(java.util.HashSet): read
  }
}
