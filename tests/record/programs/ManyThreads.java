// races: none
/** Ten thousand threads, as many at a time as the machine lets live. */
public class ManyThreads {
  static int count;

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[10_000];
    for (int each = 0; each < threads.length; each++) {
      threads[each] = new Thread(() -> {
        synchronized (ManyThreads.class) {
          count++;
        }
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(count);
  }
}
