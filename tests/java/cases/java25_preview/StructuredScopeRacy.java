import java.util.concurrent.StructuredTaskScope;

// Two subtasks of a scope run at the same time.
public class StructuredScopeRacy {
  static int best;

  public static void main(String[] arguments) throws InterruptedException {
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(() -> {
        best = 1;  //~ data-race A: write
      });
      scope.fork(() -> {
        best = 2;  //~ data-race A: write
      });
      scope.join();
    }
    System.out.println(best);
  }
}
