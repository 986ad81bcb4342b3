import java.util.concurrent.CompletableFuture;

// The maker of an asynchronous stage looks after it has joined it.
public class CompletableFutureOk {
  static String state;

  public static void main(String[] arguments) {
    state = "waiting";
    CompletableFuture<Void> stage = CompletableFuture.runAsync(() -> {
      state = "loaded";
    });
    stage.join();
    System.out.println(state);
  }
}
