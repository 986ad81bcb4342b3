import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// The giver goes on with what it gave away.
public class QueueGiverTouchesRacy {
  static class Order {
    int amount;
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    new Thread(() -> {
      try {
        System.out.println(orders.take().amount);  //~ data-race A: read
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }).start();
    Order order = new Order();
    orders.put(order);
    order.amount = 3;  //~ data-race A: write
  }
}
