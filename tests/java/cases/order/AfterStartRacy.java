// What comes after start() is not ordered with the thread.
public class AfterStartRacy {
  static int limit;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> System.out.println(limit));  //~ data-race A: read
    worker.start();
    limit = 10;  //~ data-race A: write
  }
}
