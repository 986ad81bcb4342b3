import org.sunflow.Benchmark;

/**
 * Sunflow renders its own scene on two threads, small. Prints the processor time of a round once it is warm; the
 * argument says how many are measured.
 */
public class Render {
  private static final int PIXELS = 8, THREADS = 2;

  static void round() {
    Benchmark scene = new Benchmark(PIXELS, false, false, true, THREADS, false);
    scene.kernelBegin();
    scene.kernelMain();
  }

  public static void main(String[] arguments) {
    int rounds = Math.max(Integer.parseInt(arguments[0]) / 10, 1);
    for (int each = 0; each < 3 || !Processor.isWarm(); each++) round();
    long start = Processor.nanoseconds();
    for (int each = 0; each < rounds; each++) round();
    System.out.println((Processor.nanoseconds() - start) / 1e6 / rounds);
    System.exit(0);
  }
}
