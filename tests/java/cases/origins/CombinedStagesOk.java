import java.util.concurrent.CompletableFuture;

// The combination runs after both; each stage writes a field of its own.
public class CombinedStagesOk {
  private int width;
  private int height;
  private int area;

  void run() {
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> width = 3);
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> height = 4);
    first.runAfterBoth(second, () -> area = width * height).join();
    System.out.println(area);
  }

  public static void main(String[] arguments) {
    new CombinedStagesOk().run();
  }
}
