import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// Two stages work at once on what the third one puts together.
public class CombinedStagesRacy {
  static final class Basket {
    private final List<String> goods = new ArrayList<>();

    Basket put(String what) {
      goods.add(what);  //~ data-race A(goods)*: write
      return this;
    }

    Basket putAll(Basket other) {
      goods.addAll(other.goods);
      return this;
    }
  }

  public static void main(String[] arguments) {
    Basket shared = new Basket();
    CompletableFuture<Basket> fruit =
        CompletableFuture.supplyAsync(() -> shared.put("apple").put("pear"));
    CompletableFuture<Basket> bread =
        CompletableFuture.supplyAsync(() -> shared.put("roll"));
    Basket all = fruit.thenCombine(bread, Basket::putAll).join();
    System.out.println(all.goods);
  }
}
