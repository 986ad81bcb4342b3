// The join is on one way only.
public class JoinOnBranchRacy {
  static int result;

  public static void main(String[] arguments) throws InterruptedException {
    Thread worker = new Thread(() -> {
      result = 42;  //~ data-race A: write
    });
    worker.start();
    if (arguments.length == 0) {
      worker.join();
    }
    System.out.println(result);  //~ data-race A: read
  }
}
