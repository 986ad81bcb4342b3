// Threads made in a loop, each with a field of its own that refers to the same object.
public class SharedBehindThisRacy {
  static class Board {
    int posts;
  }

  static class Worker extends Thread {
    private final Board board;

    Worker(Board board) {
      this.board = board;
    }

    @Override
    public void run() {
      board.posts++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    Board board = new Board();
    for (int i = 0; i < 4; i++) {
      new Worker(board).start();
    }
  }
}
