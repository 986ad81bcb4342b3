import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class SumTaskOk extends RecursiveTask<Long> {
  private final int[] numbers;
  private final int from, to;

  SumTaskOk(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  @Override
  protected Long compute() {
    if (to - from <= 1000) {
      long sum = 0;
      for (int i = from; i < to; i++) sum += numbers[i];
      return sum;
    }
    int middle = (from + to) / 2;
    SumTaskOk left = new SumTaskOk(numbers, from, middle);
    SumTaskOk right = new SumTaskOk(numbers, middle, to);
    left.fork();
    return right.compute() + left.join();
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[1_000_000];
    for (int i = 0; i < numbers.length; i++) numbers[i] = i;
    System.out.println(new ForkJoinPool().invoke(new SumTaskOk(numbers, 0, numbers.length)));
  }
}
