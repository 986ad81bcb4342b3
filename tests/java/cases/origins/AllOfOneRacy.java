import java.util.concurrent.CompletableFuture;

// Only one of the two is among those that are waited for.
public class AllOfOneRacy {
  static int left;
  static int right;

  public static void main(String[] arguments) {
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> left = 1);
    CompletableFuture.runAsync(() -> {
      right = 2;  //~ data-race A: write
    });
    CompletableFuture.allOf(first).join();
    int sum = left;
    sum += right;  //~ data-race A: read
    System.out.println(sum);
  }
}
