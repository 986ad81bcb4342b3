import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// Each worker gets the same last record, and touches it before it looks which one it is.
class PoisonPillTouchedRacy {
  static class Item {
    private long value;
  }

  private static final Item LAST = new Item();

  static void work(BlockingQueue<Item> items) {
    try {
      Item item;
      do {
        item = items.take();
        item.value *= 10;  //~ FN data-race A*: read, write -- put several times
      } while (item != LAST);
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
