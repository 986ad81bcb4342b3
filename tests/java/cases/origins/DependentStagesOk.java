import java.util.concurrent.CompletableFuture;

// Each stage of a chain begins when the one before has ended, on whatever thread.
public class DependentStagesOk {
  private int step;

  void run() {
    CompletableFuture.runAsync(() -> step = 1)
        .thenRun(() -> step++)
        .thenRunAsync(() -> step++)
        .thenAccept(nothing -> step++)
        .join();
    System.out.println(step);
  }

  public static void main(String[] arguments) {
    new DependentStagesOk().run();
  }
}
