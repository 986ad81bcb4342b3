import java.util.concurrent.CompletableFuture;

// Two stages behind one, both on what it gave.
public class CompletableChainRacy {
  static class Basket {
    int price;
  }

  public static void main(String[] arguments) {
    CompletableFuture<Basket> first = CompletableFuture.supplyAsync(Basket::new);
    CompletableFuture<Void> tax = first.thenAcceptAsync(basket -> {
      basket.price += 2;  //~ data-race A: read, write
    });
    CompletableFuture<Void> post = first.thenAcceptAsync(basket -> {
      basket.price += 5;  //~ data-race A: read, write
    });
    tax.join();
    post.join();
    System.out.println(first.join().price);
  }
}
