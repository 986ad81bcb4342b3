import java.util.concurrent.CompletableFuture;

// Runs after one of the two; the other may still be at work.
public class EitherStageRacy {
  private int width;
  private int height;
  private int seen;

  void run() {
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
      width = 3;  //~ data-race A: write
    });
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
      height = 4;  //~ data-race B: write
    });
    first.runAfterEither(second, () -> {
      seen += width;   //~ data-race A: read
      seen += height;  //~ data-race B: read
    }).join();
    System.out.println(seen);
  }

  public static void main(String[] arguments) {
    new EitherStageRacy().run();
  }
}
