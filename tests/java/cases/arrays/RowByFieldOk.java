// Each worker fills the row of its own number.
public class RowByFieldOk {
  static class Worker implements Runnable {
    private final int number;
    private final int[][] results;

    Worker(int number, int[][] results) {
      this.number = number;
      this.results = results;
    }

    @Override
    public void run() {
      for (int column = 0; column < 4; column++) {
        results[number][column] = 1;
      }
    }
  }

  public static void main(String[] arguments) {
    int[][] results = new int[4][];
    for (int i = 0; i < 4; i++) {
      results[i] = new int[4];
    }
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker(i, results)).start();
    }
  }
}
