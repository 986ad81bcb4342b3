import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

// For small sums nobody waits for what was forked.
public class ForkedInsideRacy {
  static class Sum extends RecursiveTask<Long> {
    final long[] numbers;
    final int from;
    final int to;

    Sum(long[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from == 1) return numbers[from];  //~ data-race A([]): read
      int middle = (from + to) >>> 1;
      Sum left = new Sum(numbers, from, middle);
      left.fork();
      long right = new Sum(numbers, middle, to).compute();
      if (right < 10) return right;
      return left.join() + right;
    }
  }

  public static void main(String[] arguments) {
    long[] numbers = new long[64];
    for (int i = 0; i < numbers.length; i++) numbers[i] = i;
    long sum = new ForkJoinPool().invoke(new Sum(numbers, 0, numbers.length));
    numbers[0] = sum;  //~ data-race A([]): write
    System.out.println(numbers[0]);
  }
}
