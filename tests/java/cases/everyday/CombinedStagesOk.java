import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// Two stages work at once on what the third one puts together.
public class CombinedStagesOk {
  static final class Basket {
    private final List<String> goods = new ArrayList<>();

    Basket put(String what) {
      goods.add(what);
      return this;
    }

    Basket putAll(Basket other) {
      goods.addAll(other.goods);
      return this;
    }
  }

  public static void main(String[] arguments) {
    CompletableFuture<Basket> fruit =
        CompletableFuture.supplyAsync(() -> new Basket().put("apple").put("pear"));
    CompletableFuture<Basket> bread =
        CompletableFuture.supplyAsync(() -> new Basket().put("roll"));
    Basket all = fruit.thenCombine(bread, Basket::putAll).join();
    System.out.println(all.goods);
  }
}
