import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// The halves of one array are sorted at once, and merged when both are done.
public class MergeSortOk {
  static class Sort extends RecursiveAction {
    private final int[] array;
    private final int from, to;

    Sort(int[] array, int from, int to) {
      this.array = array;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 2) {
        return;
      }
      int middle = (from + to) >>> 1;
      invokeAll(new Sort(array, from, middle), new Sort(array, middle, to));
      merge(middle);
    }

    private void merge(int middle) {
      int[] left = new int[middle - from];
      for (int i = from; i < middle; i++) left[i - from] = array[i];
      int next = from, right = middle;
      for (int value : left) {
        while (right < to && array[right] < value) array[next++] = array[right++];
        array[next++] = value;
      }
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = {5, 2, 9, 1, 7, 3, 8, 6};
    new ForkJoinPool().invoke(new Sort(numbers, 0, numbers.length));
    System.out.println(numbers[0]);
  }
}
