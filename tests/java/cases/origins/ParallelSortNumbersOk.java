import java.util.Arrays;

/** Sorting numbers calls nobody back, and what filled them is over by then. */
public class ParallelSortNumbersOk {
  public static void main(String[] arguments) {
    int[] factor = {3};
    int[] numbers = new int[100];
    Arrays.parallelSetAll(numbers, i -> i * factor[0]);
    factor[0] = 4;
    Arrays.parallelSort(numbers);
    numbers[0] = 1;
    System.out.println(numbers[1] + factor[0]);
  }
}
