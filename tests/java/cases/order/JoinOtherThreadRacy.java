// The thread that is joined is not the one that writes.
public class JoinOtherThreadRacy {
  static int result;

  public static void main(String[] arguments) throws InterruptedException {
    Thread writer = new Thread(() -> {
      result = 42;  //~ data-race A: write
    });
    Thread idle = new Thread(() -> { });
    writer.start();
    idle.start();
    idle.join();
    System.out.println(result);  //~ data-race A: read
  }
}
