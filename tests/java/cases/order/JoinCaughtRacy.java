// An interrupt ends the wait, and the program goes on as if the thread had ended.
public class JoinCaughtRacy {
  static int result;

  public static void main(String[] arguments) {
    Thread main = Thread.currentThread();
    Thread worker = new Thread(() -> {
      main.interrupt();
      result = 42;  //~ data-race A: write
    });
    worker.start();
    try {
      worker.join();
    } catch (InterruptedException ignored) {
      // goes on
    }
    System.out.println(result);  //~ data-race A: read
  }
}
