import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// The giver goes on with the order, and reads the list of a consumer that still runs.
public class PoisonPillRacy {
  static class Order {
    boolean shipped;
  }

  private static final Order POISON = new Order();

  static class Consumer extends Thread {
    private final BlockingQueue<Order> queue;
    private final List<Order> done = new ArrayList<>();

    Consumer(BlockingQueue<Order> queue) {
      this.queue = queue;
    }

    @Override
    public void run() {
      try {
        for (Order order = queue.take(); order != POISON; order = queue.take()) {
          order.shipped = true;  //~ data-race A: write
          done.add(order);  //~ data-race B(done): write
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Order> queue = new LinkedBlockingQueue<>();
    Consumer consumer = new Consumer(queue);
    consumer.start();
    Order order = new Order();
    queue.put(order);
    System.out.println(order.shipped);  //~ data-race A: read
    queue.put(POISON);
    System.out.println(consumer.done.size());  //~ data-race B(done): read
  }
}
