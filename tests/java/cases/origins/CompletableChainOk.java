import java.util.concurrent.CompletableFuture;

// Each stage works on what the one before gave.
public class CompletableChainOk {
  static class Basket {
    int items, price;
  }

  public static void main(String[] arguments) {
    CompletableFuture<Basket> done = CompletableFuture.supplyAsync(() -> {
      Basket basket = new Basket();
      basket.items = 3;
      return basket;
    }).thenApplyAsync(basket -> {
      basket.price = basket.items * 5;
      return basket;
    });
    Basket basket = done.join();
    System.out.println(basket.price);
  }
}
