import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// Halves [low, middle] and [middle + 1, high]; one is done by a task, the other at once.
public class SortInclusiveOk {
  static class Sort extends RecursiveAction {
    final int[] data;
    final int low, high;

    Sort(int[] data, int low, int high) {
      this.data = data;
      this.low = low;
      this.high = high;
    }

    @Override
    protected void compute() {
      if (low < high) {
        int middle = low + (high - low) / 2;
        Sort left = new Sort(data, low, middle);
        Sort right = new Sort(data, middle + 1, high);
        left.fork();
        right.compute();
        left.join();
        merge(data, low, middle, high);
      }
    }

    static void merge(int[] data, int low, int middle, int high) {
      int[] merged = new int[high - low + 1];
      int i = low, j = middle + 1, k = 0;
      while (i <= middle && j <= high) {
        if (data[i] <= data[j]) merged[k++] = data[i++];
        else merged[k++] = data[j++];
      }
      while (i <= middle) merged[k++] = data[i++];
      while (j <= high) merged[k++] = data[j++];
      for (i = low, k = 0; i <= high; i++, k++) data[i] = merged[k];
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = {5, 2, 9, 1, 7, 3, 8, 6};
    new ForkJoinPool(4).invoke(new Sort(numbers, 0, numbers.length - 1));
    System.out.println(numbers[0]);
  }
}
