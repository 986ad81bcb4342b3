// What comes before start() comes before the thread.
public class BeforeStartOk {
  static int limit;

  public static void main(String[] arguments) {
    Thread worker = new Thread(() -> System.out.println(limit));
    limit = 10;
    worker.start();
  }
}
