import java.util.Arrays;

// Each thread has the library fill a part of its own.
public class FillChunksOk {
  public static void main(String[] arguments) throws InterruptedException {
    int[] numbers = new int[400];
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      int from = t * 100, to = from + 100;
      threads[t] = new Thread(() -> Arrays.fill(numbers, from, to, 1));
      threads[t].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(numbers[0]);
  }
}
