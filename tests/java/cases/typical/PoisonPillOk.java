import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// A consumer works until it takes the poison; its list is read behind its join.
public class PoisonPillOk {
  static class Order {
    final int number;
    boolean shipped;

    Order(int number) {
      this.number = number;
    }
  }

  private static final Order POISON = new Order(-1);

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
          order.shipped = true;
          done.add(order);
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
    for (int i = 0; i < 10; i++) queue.put(new Order(i));
    queue.put(POISON);
    consumer.join();
    System.out.println(consumer.done.size());
  }
}
