// A table of rows: each thread has a row.
public class RowsOk {
  static void fill(int[] row) {
    for (int i = 0; i < row.length; i++) {
      row[i]++;
    }
  }

  public static void main(String[] arguments) {
    int[][] table = new int[2][10];
    int[] first = table[0];
    int[] second = table[1];
    new Thread(() -> fill(first)).start();
    new Thread(() -> fill(second)).start();
  }
}
