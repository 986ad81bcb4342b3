// Who joins a thread that was not started yet does not wait.
public class JoinedTooEarlyRacy {
  static int result;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> {
      result = 42;  //~ data-race A: write
    });
    new Thread(() -> {
      try {
        worker.join();
      } catch (InterruptedException stopped) {
        return;
      }
      System.out.println(result);  //~ data-race A: read
    }).start();
    worker.start();
  }
}
