import java.util.concurrent.CompletableFuture;

// A stage that depends on a future that a thread completes by hand.
public class StageAfterHandOk {
  static int answer;

  public static void main(String[] arguments) {
    CompletableFuture<String> ready = new CompletableFuture<>();
    CompletableFuture<Void> shown =
        ready.thenAcceptAsync(text -> System.out.println(text + answer));
    new Thread(() -> {
      answer = 42;
      ready.complete("now");
    }).start();
    shown.join();
    answer = 0;
  }
}
