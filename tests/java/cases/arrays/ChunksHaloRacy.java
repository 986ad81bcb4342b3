/** Parts are apart, but each worker looks at the element before its own. */
public class ChunksHaloRacy {
  public static void main(String[] arguments) {
    int[] numbers = new int[1000];
    for (int k = 0; k < 4; k++) {
      int from = k * 250;
      int to = from + 250;
      new Thread(
              () -> {
                for (int i = from; i < to; i++) {
                  numbers[i] = i;  //~ data-race A([]): write
                }
                if (from > 0) System.out.println(numbers[from - 1]);  //~ data-race A([]): read
              })
          .start();
    }
  }
}
