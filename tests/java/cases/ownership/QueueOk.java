import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// What is put into the queue belongs to who takes it.
public class QueueOk {
  static class Order {
    int amount;
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Order> orders = new ArrayBlockingQueue<>(10);
    Thread taker = new Thread(() -> {
      try {
        for (int i = 0; i < 3; i++) {
          Order order = orders.take();
          order.amount++;
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    });
    taker.start();
    for (int i = 0; i < 3; i++) {
      Order order = new Order();
      order.amount = i;
      orders.put(order);
    }
  }
}
