// races: ForkJoin.steps
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class ForkJoin {
  static int steps;

  static class Sum extends RecursiveTask<Integer> {
    final int[] numbers;
    final int from, to;
    int result;

    Sum(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from <= 8) {
        for (int each = from; each < to; each++) result += numbers[each];
        return result;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(numbers, from, middle), right = new Sum(numbers, middle, to);
      left.fork();
      right.compute();
      left.join();
      return result = left.result + right.result;
    }
  }

  public static void main(String[] arguments) throws Exception {
    int[] numbers = new int[64];
    for (int each = 0; each < 64; each++) numbers[each] = each;
    ForkJoinPool pool = new ForkJoinPool(2);
    Sum sum = new Sum(numbers, 0, 64);
    System.out.println(pool.invoke(sum));
    CountDownLatch both = new CountDownLatch(2);
    Callable<Integer> racy = () -> {
      both.countDown();
      both.await();
      return steps++;
    };
    ForkJoinTask<Integer> one = pool.submit(racy), two = pool.submit(racy);
    one.get();
    two.get();
    pool.shutdown();
  }
}
