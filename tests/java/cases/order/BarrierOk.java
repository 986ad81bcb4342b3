import java.util.concurrent.CyclicBarrier;

// Both write before the barrier and read the other's field after it.
public class BarrierOk {
  static int left;
  static int right;
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
      left = 1;
      meet();
      System.out.println(right);
    }).start();
    new Thread(() -> {
      right = 2;
      meet();
      System.out.println(left);
    }).start();
  }
}
