import java.util.concurrent.CompletableFuture;

// An asynchronous stage against the thread that made it.
public class CompletableFutureRacy {
  static String state;

  public static void main(String[] arguments) {
    CompletableFuture<Void> stage = CompletableFuture.runAsync(() -> {
      state = "loaded";  //~ data-race A: write
    });
    state = "waiting";  //~ data-race A: write
    stage.join();
    System.out.println(state);
  }
}
