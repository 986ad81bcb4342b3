// All workers have the same slot.
public class SharedSlotRacy {
  public static void main(String[] arguments) {
    long[] sums = new long[4];
    for (int i = 0; i < 4; i++) {
      int part = i;
      new Thread(() -> sums[0] += part).start();  //~ data-race A([])*: read, write
    }
  }
}
