import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// All workers get the same last record, and leave it alone.
class PoisonPillTouchedOk {
  static class Item {
    private long value;
  }

  private static final Item LAST = new Item();

  static void work(BlockingQueue<Item> items) {
    try {
      for (Item item = items.take(); item != LAST; item = items.take()) item.value *= 10;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    BlockingQueue<Item> items = new LinkedBlockingQueue<>();
    for (int i = 0; i < 2; i++) new Thread(() -> work(items)).start();
    for (int i = 0; i < 9; i++) items.put(new Item());
    for (int i = 0; i < 2; i++) items.put(LAST);
  }
}
