import java.util.concurrent.CyclicBarrier;

// Three come to a barrier of two: who is let through has not met both others.
public class BarrierTooSmallRacy {
  static final CyclicBarrier BARRIER = new CyclicBarrier(2);
  static int left;

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
    new Thread(BarrierTooSmallRacy::meet).start();
    meet();
    System.out.println(left);  //~ data-race A: read
  }
}
