import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

// The halves of a recursive action add to one field.
public class ForkJoinRacy {
  static long sum;

  static class Add extends RecursiveAction {
    private final int from;
    private final int to;

    Add(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from == 1) {
        sum += from;  //~ data-race A*: read, write
        return;
      }
      int middle = (from + to) / 2;
      invokeAll(new Add(from, middle), new Add(middle, to));
    }
  }

  public static void main(String[] arguments) {
    new ForkJoinPool(2).invoke(new Add(0, 100));
  }
}
