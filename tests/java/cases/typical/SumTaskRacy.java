import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// All pieces add to one field.
public class SumTaskRacy extends RecursiveAction {
  static long total;
  private final int[] numbers;
  private final int from, to;

  SumTaskRacy(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  @Override
  protected void compute() {
    if (to - from <= 1000) {
      for (int i = from; i < to; i++) total += numbers[i];  //~ data-race A*: read, write
      return;
    }
    int middle = (from + to) / 2;
    invokeAll(new SumTaskRacy(numbers, from, middle), new SumTaskRacy(numbers, middle, to));
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[1_000_000];
    new ForkJoinPool().invoke(new SumTaskRacy(numbers, 0, numbers.length));
    System.out.println(total);
  }
}
