// Two threads smooth halves of an array into another one, within bounds that Math.min and max give.
public class HalvesByLeastOk {
  static final int SIZE = 1000;

  static void smooth(float[] from, float[] to, int start, int end) {
    for (int i = Math.max(start, 1); i < Math.min(end, SIZE - 1); i++)
      to[i] = (from[i - 1] + from[i + 1]) / 2;
  }

  public static void main(String[] arguments) throws InterruptedException {
    float[] from = new float[SIZE], to = new float[SIZE];
    Thread one = new Thread(() -> smooth(from, to, 0, SIZE / 2));
    Thread two = new Thread(() -> smooth(from, to, SIZE / 2, SIZE));
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(to[1]);
  }
}
