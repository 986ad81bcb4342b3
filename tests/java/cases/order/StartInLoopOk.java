// Each round waits for its thread, so the next write comes after it.
public class StartInLoopOk {
  static int limit;

  public static void main(String[] arguments) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      limit = i;
      Thread worker = new Thread(() -> System.out.println(limit));
      worker.start();
      worker.join();
    }
  }
}
