import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

// The halves of a recursive task give their sums back; each keeps its own in a field.
public class ForkJoinOk {
  static class Sum extends RecursiveTask<Long> {
    private final int from;
    private final int to;
    private long mine;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from == 1) {
        mine = from;
        return mine;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle);
      Sum right = new Sum(middle, to);
      left.fork();
      right.compute();
      left.join();
      mine = left.mine + right.mine;
      return mine;
    }
  }

  public static void main(String[] arguments) {
    System.out.println(new ForkJoinPool(2).invoke(new Sum(0, 100)));
  }
}
