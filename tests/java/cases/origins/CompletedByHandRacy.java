import java.util.concurrent.CompletableFuture;

// What is written after complete() is not published by it.
public class CompletedByHandRacy {
  static int answer;

  public static void main(String[] arguments) throws Exception {
    CompletableFuture<String> ready = new CompletableFuture<>();
    new Thread(() -> {
      ready.complete("now");
      answer = 42;  //~ data-race A: write
    }).start();
    ready.get();
    System.out.println(answer);  //~ data-race A: read
  }
}
