import java.util.concurrent.CyclicBarrier;

// Nobody waits for the workers but they themselves.
public class MatrixBarrierRacy {
  static final int N = 4;
  static final double[][] matrix = new double[N][100];
  static double total;

  public static void main(String[] arguments) {
    CyclicBarrier barrier = new CyclicBarrier(N);
    for (int r = 0; r < N; r++) {
      int row = r;
      new Thread(() -> {
        for (int i = 0; i < 100; i++) matrix[row][i] = row * i;  //~ data-race A([]): write
        try {
          barrier.await();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }).start();
    }
    for (double[] row : matrix)
      for (double value : row) total += value;  //~ data-race A([]): read
    System.out.println(total);
  }
}
