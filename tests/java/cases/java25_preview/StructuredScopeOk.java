import java.util.concurrent.StructuredTaskScope;

// Each subtask writes a field of its own; the owner reads them when it has joined.
public class StructuredScopeOk {
  static int left;
  static int right;

  public static void main(String[] arguments) throws InterruptedException {
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(() -> {
        left = 1;
      });
      scope.fork(() -> {
        right = 2;
      });
      scope.join();
    }
    System.out.println(left + right);
  }
}
