import java.util.concurrent.CyclicBarrier;

// Each worker has a row; the barrier's action sums them up.
public class MatrixBarrierOk {
  static final int N = 4;
  static final double[][] matrix = new double[N][100];
  static double total;

  public static void main(String[] arguments) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(N + 1);
    for (int r = 0; r < N; r++) {
      int row = r;
      new Thread(() -> {
        for (int i = 0; i < 100; i++) matrix[row][i] = row * i;
        try {
          barrier.await();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }).start();
    }
    barrier.await();
    for (double[] row : matrix)
      for (double value : row) total += value;
    System.out.println(total);
  }
}
