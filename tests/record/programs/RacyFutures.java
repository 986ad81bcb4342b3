// races: RacyFutures$Box.value
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class RacyFutures {
  static class Box {
    int value;
  }

  public static void main(String[] arguments) throws Exception {
    Box box = new Box();
    CountDownLatch started = new CountDownLatch(2);
    CompletableFuture<?>[] both = new CompletableFuture<?>[2];
    for (int each = 0; each < 2; each++)
      both[each] = CompletableFuture.runAsync(() -> {
        started.countDown();
        try {
          started.await();
        } catch (InterruptedException end) {
          throw new IllegalStateException(end);
        }
        box.value++;
      }, task -> new Thread(task).start());
    CompletableFuture.allOf(both).join();
    System.out.println("done");
  }
}
