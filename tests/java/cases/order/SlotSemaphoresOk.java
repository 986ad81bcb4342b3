import java.util.concurrent.Semaphore;

// One slot, filled and emptied in turn: two semaphores.
public class SlotSemaphoresOk {
  private final Semaphore empty = new Semaphore(1);
  private final Semaphore full = new Semaphore(0);
  private int slot;

  void put(int value) throws InterruptedException {
    empty.acquire();
    slot = value;
    full.release();
  }

  int take() throws InterruptedException {
    full.acquire();
    int value = slot;
    empty.release();
    return value;
  }

  public static void main(String[] arguments) throws InterruptedException {
    SlotSemaphoresOk buffer = new SlotSemaphoresOk();
    Thread producer = new Thread(() -> {
      try {
        for (int i = 0; i < 10; i++) buffer.put(i);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    producer.start();
    for (int i = 0; i < 10; i++) System.out.println(buffer.take());
  }
}
