import java.util.Arrays;

// The comparator of a parallel sort counts its calls.
public class ParallelSortRacy {
  static int compared;

  public static void main(String[] arguments) {
    Integer[] numbers = new Integer[20000];
    Arrays.setAll(numbers, i -> 20000 - i);
    Arrays.parallelSort(numbers, (left, right) -> {
      compared++;  //~ data-race A*: read, write
      return Integer.compare(left, right);
    });
    System.out.println(compared);
  }
}
