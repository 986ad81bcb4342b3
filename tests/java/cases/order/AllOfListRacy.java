import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// All of a list of stages are put together, and nobody waits.
public class AllOfListRacy {
  static class Part {
    long sum;

    void add(int upTo) {
      for (int i = 0; i < upTo; i++) sum += i;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    List<CompletableFuture<Void>> stages = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Part part = new Part();
      parts.add(part);
      stages.add(CompletableFuture.runAsync(() -> part.add(100)));
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(stages.toArray(new CompletableFuture[0]));
    long sum = 0;
    for (Part part : parts) {
      sum += part.sum;  //~ data-race A: read
    }
    System.out.println(sum + " " + all.isDone());
  }
}
