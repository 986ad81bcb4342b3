// The handler runs on the dying thread; two threads may die at once.
public class UncaughtHandlerRacy {
  static int failures;

  public static void main(String[] arguments) {
    Thread.UncaughtExceptionHandler handler = (thread, error) -> {
      failures++;  //~ data-race A*: read, write
    };
    for (int i = 0; i < 2; i++) {
      Thread worker = new Thread(() -> {
        throw new IllegalStateException();
      });
      worker.setUncaughtExceptionHandler(handler);
      worker.start();
    }
  }
}
