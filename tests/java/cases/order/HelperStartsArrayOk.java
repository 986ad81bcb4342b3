// A method that starts a thread and gives it back, kept in an array; all are joined.
public class HelperStartsArrayOk {
  private static final int[] SLOTS = new int[4];

  static Thread start(int slot) {
    Thread thread = new Thread(() -> SLOTS[slot] = slot);
    thread.start();
    return thread;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[SLOTS.length];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = start(i);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(SLOTS[1]);
  }
}
