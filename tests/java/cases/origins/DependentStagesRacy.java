import java.util.concurrent.CompletableFuture;

// Two stages that depend on the same one, and not on each other.
public class DependentStagesRacy {
  private int step;

  void run() {
    CompletableFuture<Void> base = CompletableFuture.runAsync(() -> step = 1);
    CompletableFuture<Void> left = base.thenRunAsync(() -> step = 2);   //~ data-race A: write
    CompletableFuture<Void> right = base.thenRunAsync(() -> step = 3);  //~ data-race A: write
    CompletableFuture.allOf(left, right).join();
    System.out.println(step);
  }

  public static void main(String[] arguments) {
    new DependentStagesRacy().run();
  }
}
