// Both halves have the element in the middle.
public class HalvesOverlapRacy {
  static void fill(int[] numbers, int from, int to) {
    for (int i = from; i <= to; i++) {
      numbers[i] = i;  //~ data-race A([])*: write
    }
  }

  public static void main(String[] arguments) {
    int[] numbers = new int[101];
    new Thread(() -> fill(numbers, 0, 50)).start();
    new Thread(() -> fill(numbers, 50, 100)).start();
  }
}
