import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// Two stages of one future are not ordered with each other.
public class FutureForkRacy {
  public static void main(String[] arguments) {
    List<String> log = new ArrayList<>();
    CompletableFuture<Integer> start = CompletableFuture.supplyAsync(() -> 1);
    CompletableFuture<Void> left = start.thenAcceptAsync(x ->
        log.add("left"));  //~ data-race A(java.util.ArrayList): write
    CompletableFuture<Void> right = start.thenAcceptAsync(x ->
        log.add("right"));  //~ data-race A(java.util.ArrayList): write
    CompletableFuture.allOf(left, right).join();
    System.out.println(log);
  }
}
