import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// The halves of one array overlap by one.
public class MergeSortRacy {
  static class Fill extends RecursiveAction {
    private final int[] array;
    private final int from, to;

    Fill(int[] array, int from, int to) {
      this.array = array;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 4) {
        for (int i = from; i < to; i++) array[i] = i;  //~ data-race A([])*: write
        return;
      }
      int middle = (from + to) >>> 1;
      invokeAll(new Fill(array, from, middle + 1), new Fill(array, middle, to));
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[100];
    new ForkJoinPool().invoke(new Fill(numbers, 0, numbers.length));
  }
}
