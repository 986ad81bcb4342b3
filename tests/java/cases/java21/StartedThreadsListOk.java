import java.util.ArrayList;
import java.util.List;

// Virtual threads kept in a list, and all of them joined.
public class StartedThreadsListOk {
  private static final int[] SLOTS = new int[8];

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < SLOTS.length; i++) {
      int slot = i;
      threads.add(Thread.startVirtualThread(() -> SLOTS[slot] = slot));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(SLOTS[3]);
  }
}
