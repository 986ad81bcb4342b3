import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// The library sorts the leaves.
public class SortLeafCallOk {
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
      if (high - low < 4) {
        Arrays.sort(data, low, high);
        return;
      }
      int middle = (low + high) / 2;
      invokeAll(new Sort(data, low, middle), new Sort(data, middle, high));
      int[] left = Arrays.copyOfRange(data, low, middle);
      for (int i = 0, j = low, k = middle; i < left.length; j++) {
        data[j] = k == high || left[i] < data[k] ? left[i++] : data[k++];
      }
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = {5, 2, 9, 1, 7, 3, 8, 6};
    new ForkJoinPool(4).invoke(new Sort(numbers, 0, numbers.length));
    System.out.println(numbers[0]);
  }
}
