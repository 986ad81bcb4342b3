import java.util.concurrent.ConcurrentLinkedQueue;

// peek() leaves the order in the queue: two threads may have it.
public class PeekedRacy {
  static class Order {
    int amount;
  }

  static final ConcurrentLinkedQueue<Order> ORDERS = new ConcurrentLinkedQueue<>();

  static void grow() {
    ORDERS.peek().amount++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    ORDERS.add(new Order());
    new Thread(PeekedRacy::grow).start();
    new Thread(PeekedRacy::grow).start();
  }
}
