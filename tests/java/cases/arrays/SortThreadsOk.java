import java.util.Arrays;

// Threads in place of tasks.
public class SortThreadsOk {
  static class Sorter extends Thread {
    private final int[] data;
    private final int from, to;

    Sorter(int[] data, int from, int to) {
      this.data = data;
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      if (to - from < 2) return;
      int middle = (from + to) / 2;
      Sorter left = new Sorter(data, from, middle);
      Sorter right = new Sorter(data, middle, to);
      left.start();
      right.start();
      try {
        left.join();
        right.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      int[] copy = new int[to - from];
      int i = from, j = middle, k = 0;
      while (i < middle && j < to) copy[k++] = data[i] < data[j] ? data[i++] : data[j++];
      while (i < middle) copy[k++] = data[i++];
      while (j < to) copy[k++] = data[j++];
      for (k = 0; k < copy.length; k++) data[from + k] = copy[k];
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    int[] numbers = {5, 2, 9, 1, 7, 3, 8, 6};
    Sorter sorter = new Sorter(numbers, 0, numbers.length);
    sorter.start();
    sorter.join();
    System.out.println(Arrays.toString(numbers));
  }
}
