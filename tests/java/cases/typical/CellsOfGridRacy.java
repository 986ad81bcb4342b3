// Threads work on rows of one grid, and look at the rows of their neighbours.
public class CellsOfGridRacy {
  static final int[][] GRID = new int[4][8];

  static void smooth(int row) {
    for (int i = 0; i < 8; i++) {
      int above = row == 0 ? 0 : GRID[row - 1][i];  //~ data-race A([]): read
      GRID[row][i] = above + 1;  //~ data-race A([]): write
    }
  }

  public static void main(String[] arguments) {
    for (int row = 0; row < GRID.length; row++) {
      int mine = row;
      new Thread(() -> smooth(mine)).start();
    }
  }
}
