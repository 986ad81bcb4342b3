// The answer of isAlive() is printed, not acted upon.
public class IsAliveRacy {
  static int result;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> {
      result = 42;  //~ data-race A: write
    });
    worker.start();
    System.out.println(worker.isAlive());
    System.out.println(result);  //~ data-race A: read
  }
}
