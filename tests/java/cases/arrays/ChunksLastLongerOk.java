/** The last round takes what is left over. */
public class ChunksLastLongerOk {
  static void fill(int[] numbers, int from, int to) {
    for (int i = from; i < to; i++) numbers[i] = i * i;
  }

  public static void main(String[] arguments) throws InterruptedException {
    int rounds = Runtime.getRuntime().availableProcessors();
    int[] numbers = new int[1003];
    int size = numbers.length / rounds;
    Thread[] workers = new Thread[rounds];
    for (int k = 0; k < rounds; k++) {
      int from = k * size;
      int to = k == rounds - 1 ? numbers.length : from + size;
      workers[k] = new Thread(() -> fill(numbers, from, to));
      workers[k].start();
    }
    for (Thread worker : workers) worker.join();
    System.out.println(numbers[1000]);
  }
}
