// Two threads, two halves of one array.
public class HalvesOk {
  static void fill(int[] numbers, int from, int to) {
    for (int i = from; i < to; i++) {
      numbers[i] = i;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    int[] numbers = new int[100];
    Thread lower = new Thread(() -> fill(numbers, 0, 50));
    Thread upper = new Thread(() -> fill(numbers, 50, 100));
    lower.start();
    upper.start();
    lower.join();
    upper.join();
    System.out.println(numbers[99]);
  }
}
