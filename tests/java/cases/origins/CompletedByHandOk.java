import java.util.concurrent.CompletableFuture;

// complete() comes before every get() that sees its value.
public class CompletedByHandOk {
  static int answer;

  public static void main(String[] arguments) throws Exception {
    CompletableFuture<String> ready = new CompletableFuture<>();
    new Thread(() -> {
      answer = 42;
      ready.complete("now");
    }).start();
    ready.get();
    System.out.println(answer);
  }
}
