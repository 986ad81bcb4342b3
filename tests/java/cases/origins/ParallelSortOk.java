import java.util.Arrays;

// The comparator of a parallel sort has no side effects; that of the plain sort may have.
public class ParallelSortOk {
  static int compared;

  public static void main(String[] arguments) {
    Integer[] numbers = new Integer[20000];
    Arrays.setAll(numbers, i -> 20000 - i);
    Arrays.parallelSort(numbers, (left, right) -> Integer.compare(left, right));
    Arrays.sort(numbers, (left, right) -> {
      compared++;
      return Integer.compare(left, right);
    });
  }
}
