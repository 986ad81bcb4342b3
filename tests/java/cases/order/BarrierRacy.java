import java.util.concurrent.CyclicBarrier;

// One of the two reads before the barrier.
public class BarrierRacy {
  static int left;
  static final CyclicBarrier BARRIER = new CyclicBarrier(2);

  static void meet() {
    try {
      BARRIER.await();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      left = 1;  //~ data-race A: write
      meet();
    }).start();
    new Thread(() -> {
      int early = left;  //~ data-race A: read
      meet();
      System.out.println(early + left);
    }).start();
  }
}
