import java.util.concurrent.CompletableFuture;

// Two threads complete the future; get() may see the other's value.
public class CompletedByTwoRacy {
  static int answer;

  public static void main(String[] arguments) throws Exception {
    CompletableFuture<String> ready = new CompletableFuture<>();
    new Thread(() -> {
      answer = 42;  //~ data-race A: write
      ready.complete("now");
    }).start();
    new Thread(() -> ready.completeExceptionally(new IllegalStateException())).start();
    ready.handle((value, error) -> value).get();
    ready.get();
    System.out.println(answer);  //~ data-race A: read
  }
}
