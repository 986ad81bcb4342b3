// main joins the outer thread, which does not wait for the inner one.
public class NestedStartRacy {
  static int depth;

  static void inner() {
    depth = 2;  //~ data-race A: write
  }

  static void outer() {
    new Thread(NestedStartRacy::inner).start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread first = new Thread(NestedStartRacy::outer);
    first.start();
    first.join();
    System.out.println(depth);  //~ data-race A: read
  }
}
