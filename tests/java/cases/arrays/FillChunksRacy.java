import java.util.Arrays;

// Each part reaches one element into the next one.
public class FillChunksRacy {
  public static void main(String[] arguments) throws InterruptedException {
    int[] numbers = new int[401];
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      int from = t * 100, to = from + 101;
      threads[t] = new Thread(() -> Arrays.fill(numbers, from, to, 1));  //~ data-race A([])*: write
      threads[t].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(numbers[0]);
  }
}
