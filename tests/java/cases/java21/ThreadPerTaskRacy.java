import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each task has a virtual thread; close() waits for all, so main may look afterwards.
public class ThreadPerTaskRacy {
  static int count;

  public static void main(String[] arguments) {
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4; i++) {
        tasks.submit(() -> {
          count++;  //~ data-race A*: read, write
        });
      }
    }
    System.out.println(count);
  }
}
