/** Asks for the numbers of new objects in two threads, and prints the nanoseconds that one took. */
public class Numbers {
  static final int COUNT = 2_000_000;
  static int sum;

  static void ask() {
    int all = 0;
    for (int each = 0; each < COUNT; each++) all += System.identityHashCode(new Object());
    synchronized (Numbers.class) {
      sum += all;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ask();
    long start = Processor.nanoseconds();
    Thread other = new Thread(Numbers::ask);
    other.start();
    ask();
    other.join();
    System.out.println((Processor.nanoseconds() - start) / 2.0 / COUNT);
    if (sum == 42) System.out.println(sum);
  }
}
