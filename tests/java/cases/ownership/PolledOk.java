import java.util.concurrent.ConcurrentLinkedQueue;

// poll() gives each order to one thread.
public class PolledOk {
  static class Order {
    int amount;
  }

  static final ConcurrentLinkedQueue<Order> ORDERS = new ConcurrentLinkedQueue<>();

  static void grow() {
    Order order = ORDERS.poll();
    if (order != null) {
      order.amount++;
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      ORDERS.add(new Order());
    }
    new Thread(PolledOk::grow).start();
    new Thread(PolledOk::grow).start();
  }
}
