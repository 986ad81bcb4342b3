import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// Each leaf of a tree of tasks goes through a part of its own.
public class IncrementAllOk {
  static class Increment extends RecursiveAction {
    private final long[] array;
    private final int low, high;

    Increment(long[] array, int low, int high) {
      this.array = array;
      this.low = low;
      this.high = high;
    }

    @Override
    protected void compute() {
      if (high - low < 10) {
        for (int i = low; i < high; ++i) array[i]++;
      } else {
        int mid = low + (high - low) / 2;
        Increment left = new Increment(array, low, mid);
        Increment right = new Increment(array, mid, high);
        left.fork();
        right.compute();
        left.join();
      }
    }
  }

  public static void main(String[] arguments) {
    long[] array = new long[1000];
    ForkJoinPool.commonPool().invoke(new Increment(array, 0, array.length));
    System.out.println(array[1]);
  }
}
