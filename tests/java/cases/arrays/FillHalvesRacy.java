import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// The library is asked for one element more than the task has.
public class FillHalvesRacy {
  static class Fill extends RecursiveAction {
    final int[] data;
    final int low, high;

    Fill(int[] data, int low, int high) {
      this.data = data;
      this.low = low;
      this.high = high;
    }

    @Override
    protected void compute() {
      if (high - low < 4) {
        Arrays.fill(data, low, high + 1, low);  //~ data-race A([])*: write
        return;
      }
      int middle = (low + high) / 2;
      invokeAll(new Fill(data, low, middle), new Fill(data, middle, high));
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[101];
    new ForkJoinPool(4).invoke(new Fill(numbers, 0, 100));
    System.out.println(numbers[0]);
  }
}
