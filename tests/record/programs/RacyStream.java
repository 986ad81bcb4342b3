// races: RacyStream.sum
// options: -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** The parts of a parallel stream add to one number. */
public class RacyStream {
  static int sum;

  public static void main(String[] arguments) {
    CountDownLatch both = new CountDownLatch(2);
    IntStream.range(0, 2).parallel().forEach(each -> {
      both.countDown();
      try {
        both.await();
      } catch (InterruptedException interrupted) {
        return;
      }
      sum += 1;
    });
    System.out.println(sum > 0);
  }
}
