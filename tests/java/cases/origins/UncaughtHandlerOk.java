import java.util.concurrent.atomic.AtomicInteger;

// The handler runs on the dying thread and counts with an atomic.
public class UncaughtHandlerOk {
  static final AtomicInteger FAILURES = new AtomicInteger();

  public static void main(String[] arguments) {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> FAILURES.incrementAndGet());
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        throw new IllegalStateException();
      }).start();
    }
  }
}
