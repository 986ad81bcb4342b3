// In the second round the first thread runs beside the other one of the first round.
public class JoinedInLoopRacy {
  static int rows;

  public static void main(String[] arguments) throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      Thread first = new Thread(() -> rows = 1);  //~ data-race A: write
      first.start();
      first.join();
      new Thread(() -> System.out.println(rows)).start();  //~ data-race A: read
    }
  }
}
