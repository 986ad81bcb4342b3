// Each half ends one behind where the other begins; and what is only at least so much has no end.
public class HalvesByLeastRacy {
  static final int SIZE = 1000;

  static void fill(float[] to, int start, int end) {
    for (int i = Math.max(start, 1); i < Math.min(end, SIZE - 1); i++)
      to[i] = i;  //~ data-race A([])*: write
  }

  static void fillAll(int[] to, int start, int end) {
    for (int i = start; i < Math.max(end, 10); i++)
      to[i] = i;  //~ data-race B([])*: write
  }

  public static void main(String[] arguments) {
    float[] to = new float[SIZE];
    int[] all = new int[SIZE];
    int end = Math.min(arguments.length, 1) * SIZE / 2 + SIZE / 2;
    new Thread(() -> fill(to, 0, SIZE / 2 + 1)).start();
    new Thread(() -> fill(to, SIZE / 2, SIZE)).start();
    new Thread(() -> fillAll(all, 0, end)).start();
    new Thread(() -> fillAll(all, SIZE / 2, SIZE)).start();
  }
}
