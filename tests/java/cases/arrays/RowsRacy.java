// Both threads have the same row.
public class RowsRacy {
  static void fill(int[] row) {
    for (int i = 0; i < row.length; i++) {
      row[i]++;  //~ data-race A([])*: read, write
    }
  }

  public static void main(String[] arguments) {
    int[][] table = new int[2][10];
    int[] first = table[0];
    new Thread(() -> fill(first)).start();
    new Thread(() -> fill(first)).start();
  }
}
