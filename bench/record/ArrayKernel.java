/**
 * Blurs an array with two threads, each in its own half. Prints the processor time of a pass once it is
 * warm; the argument says how many are measured.
 */
public class ArrayKernel {
  static final int SIZE = 1 << 16, WARM = 60;

  static void blur(float[] from, float[] to, int start, int end) {
    for (int each = Math.max(start, 1); each < Math.min(end, SIZE - 1); each++)
      to[each] = (from[each - 1] + 2 * from[each] + from[each + 1]) / 4;
  }

  static void pass(float[] from, float[] to) throws InterruptedException {
    Thread one = new Thread(() -> blur(from, to, 0, SIZE / 2));
    Thread two = new Thread(() -> blur(from, to, SIZE / 2, SIZE));
    one.start();
    two.start();
    one.join();
    two.join();
  }

  public static void main(String[] arguments) throws InterruptedException {
    int passes = 4 * Integer.parseInt(arguments[0]);
    float[] a = new float[SIZE], b = new float[SIZE];
    for (int each = 0; each < SIZE; each++) a[each] = each % 100;
    for (int each = 0; each < WARM; each++) pass(a, b);
    long start = Processor.nanoseconds();
    for (int each = 0; each < passes; each++) pass(each % 2 == 0 ? a : b, each % 2 == 0 ? b : a);
    System.out.println((Processor.nanoseconds() - start) / 1e6 / passes);
  }
}
