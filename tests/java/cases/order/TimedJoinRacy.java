// join(1) may come back before the thread has ended.
public class TimedJoinRacy {
  static int result;

  public static void main(String[] arguments) throws InterruptedException {
    Thread worker = new Thread(() -> {
      result = 42;  //~ data-race A: write
    });
    worker.start();
    worker.join(1);
    System.out.println(result);  //~ data-race A: read
  }
}
