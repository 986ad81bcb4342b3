// Each thread counts in an array of its own.
public class CapturedHolderOk {
  static int[] start(Thread[] threads, int at) {
    int[] count = {0};
    threads[at] = new Thread(() -> {
      for (int i = 0; i < 100; i++) {
        count[0]++;
      }
    });
    threads[at].start();
    return count;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread[] threads = new Thread[1];
    int[] count = start(threads, 0);
    threads[0].join();
    System.out.println(count[0]);
  }
}
