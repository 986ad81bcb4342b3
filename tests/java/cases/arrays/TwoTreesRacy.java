import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// Two trees of tasks work on one array.
public class TwoTreesRacy {
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
      invokeAll(new Fill(numbers, from, middle), new Fill(numbers, middle, to));
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[1000];
    ForkJoinPool pool = new ForkJoinPool();
    for (int i = 0; i < 2; i++) pool.execute(new Fill(numbers, 0, 1000));
  }
}
