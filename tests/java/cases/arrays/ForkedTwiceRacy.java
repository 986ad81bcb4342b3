import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// A task is forked, and its work is done by its parent, too.
public class ForkedTwiceRacy {
  static class Fill extends RecursiveAction {
    private final int[] numbers;
    private final int from;
    private final int to;

    Fill(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from <= 10) {
        for (int i = from; i < to; i++) {
          numbers[i]++;  //~ data-race A([])*: read, write
        }
        return;
      }
      int middle = (from + to) >>> 1;
      Fill left = new Fill(numbers, from, middle);
      Fill right = new Fill(numbers, middle, to);
      left.fork();
      left.compute();
      right.compute();
      left.join();
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[1000];
    new ForkJoinPool().invoke(new Fill(numbers, 0, 1000));
  }
}
