/** The size is another one in each round, so that the parts overlap. */
public class ChunksGrowingRacy {
  public static void main(String[] arguments) {
    int[] numbers = new int[1000];
    int size = 100;
    for (int k = 0; k < 5; k++) {
      int from = k * size;
      int to = from + size;
      new Thread(
              () -> {
                for (int i = from; i < to; i++) numbers[i]++;  //~ data-race A([])*: read, write
              })
          .start();
      size -= 15;
    }
  }
}
