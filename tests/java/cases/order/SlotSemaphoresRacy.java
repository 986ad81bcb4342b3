import java.util.concurrent.Semaphore;

// One slot, and two may be put into it.
public class SlotSemaphoresRacy {
  private final Semaphore empty = new Semaphore(2);
  private final Semaphore full = new Semaphore(0);
  private int slot;

  void put(int value) throws InterruptedException {
    empty.acquire();
    slot = value;  //~ data-race A: write
    full.release();
  }

  int take() throws InterruptedException {
    full.acquire();
    int value = slot;  //~ data-race A: read
    empty.release();
    return value;
  }

  public static void main(String[] arguments) throws InterruptedException {
    SlotSemaphoresRacy buffer = new SlotSemaphoresRacy();
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
