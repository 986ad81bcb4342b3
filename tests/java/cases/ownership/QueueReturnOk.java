import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

// There and back: each touches the order only while it has it.
public class QueueReturnOk {
  static class Order {
    int amount;
  }

  static void twice(BlockingQueue<Order> in, BlockingQueue<Order> out) {
    try {
      Order order = in.take();
      order.amount *= 2;
      out.put(order);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Order> there = new SynchronousQueue<>();
    BlockingQueue<Order> back = new SynchronousQueue<>();
    new Thread(() -> twice(there, back)).start();
    Order order = new Order();
    order.amount = 3;
    there.put(order);
    order = back.take();
    System.out.println(order.amount);
  }
}
