/** All rounds but the last go to the end. */
public class ChunksAllLongerRacy {
  static void fill(int[] numbers, int from, int to) {
    for (int i = from; i < to; i++) numbers[i] = i * i;  //~ data-race A([])*: write
  }

  public static void main(String[] arguments) throws InterruptedException {
    int rounds = Runtime.getRuntime().availableProcessors();
    int[] numbers = new int[1003];
    int size = numbers.length / rounds;
    Thread[] workers = new Thread[rounds];
    for (int k = 0; k < rounds; k++) {
      int from = k * size;
      int to = k == rounds - 1 ? from + size : numbers.length;
      workers[k] = new Thread(() -> fill(numbers, from, to));
      workers[k].start();
    }
    for (Thread worker : workers) worker.join();
    System.out.println(numbers[1000]);
  }
}
