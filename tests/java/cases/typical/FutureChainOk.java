import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// Each stage begins when the one before has ended.
public class FutureChainOk {
  static class Order {
    int items;
    int price;
    final List<String> log = new ArrayList<>();
  }

  public static void main(String[] arguments) {
    Order order = new Order();
    CompletableFuture<Order> placed = CompletableFuture.supplyAsync(() -> {
      order.items = 3;
      order.log.add("placed");
      return order;
    });
    CompletableFuture<Order> priced = placed.thenApplyAsync(o -> {
      o.price = o.items * 10;
      o.log.add("priced");
      return o;
    });
    Order done = priced.join();
    System.out.println(done.price + " " + done.log);
  }
}
