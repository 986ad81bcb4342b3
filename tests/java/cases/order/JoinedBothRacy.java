// Both threads are joined, but only after both were started: they run side by side.
public class JoinedBothRacy {
  static int rows;

  static void add() {
    rows++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = new Thread(JoinedBothRacy::add);
    Thread second = new Thread(JoinedBothRacy::add);
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(rows);
  }
}
