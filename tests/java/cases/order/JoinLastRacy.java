// Only the worker of the last round is joined.
public class JoinLastRacy {
  static int[] found = new int[4];

  public static void main(String[] arguments) throws InterruptedException {
    Thread last = null;
    for (int i = 0; i < 4; i++) {
      int slot = i;
      last = new Thread(() -> found[slot] = 1);  //~ data-race A([]): write
      last.start();
    }
    last.join();
    System.out.println(found[0]);  //~ data-race A([]): read
  }
}
