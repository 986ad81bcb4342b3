// Each worker fills the row of its own number, but two rows are one.
public class RowByFieldRacy {
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
        results[number][column] = 1;  //~ data-race A*: write
      }
    }
  }

  public static void main(String[] arguments) {
    int[][] results = new int[4][4];
    results[1] = results[0];
    for (int i = 0; i < 4; i++) {
      new Thread(new Worker(i, results)).start();
    }
  }
}
