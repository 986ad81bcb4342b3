import java.util.Arrays;

/** The pieces of the range count in one field; what comes behind them does not meet them. */
public class ParallelSortNumbersRacy {
  static int calls;

  public static void main(String[] arguments) {
    int[] numbers = new int[100];
    Arrays.parallelSetAll(numbers, i -> {
      calls++;  //~ data-race A*: read, write
      return i * i;
    });
    Arrays.parallelSort(numbers);
    System.out.println(numbers[3] + calls);
  }
}
