import java.util.concurrent.CompletableFuture;

// main joins the first stage, the second may still be at work.
public class StageNotJoinedRacy {
  static int step;

  public static void main(String[] arguments) {
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> step = 1);
    first.thenRunAsync(() -> {
      step = 2;  //~ data-race A: write
    });
    first.join();
    System.out.println(step);  //~ data-race A: read
  }
}
