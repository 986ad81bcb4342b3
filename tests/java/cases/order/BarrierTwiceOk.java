import java.util.concurrent.CyclicBarrier;

// Two rounds: each writes its own before a barrier, and reads the other's behind it.
public class BarrierTwiceOk {
  static final CyclicBarrier BARRIER = new CyclicBarrier(2);
  static int left;
  static int right;

  public static void main(String[] arguments) throws Exception {
    new Thread(() -> {
      try {
        left = 1;
        BARRIER.await();
        int seen = right;
        BARRIER.await();
        left = seen;
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    }).start();
    right = 1;
    BARRIER.await();
    int seen = left;
    BARRIER.await();
    right = seen;
  }
}
