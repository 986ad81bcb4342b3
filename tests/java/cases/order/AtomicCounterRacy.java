import java.util.concurrent.atomic.AtomicInteger;

// One of two has counted, but which?
public class AtomicCounterRacy {
  static int data;

  public static void main(String[] arguments) {
    AtomicInteger done = new AtomicInteger();
    new Thread(() -> {
      data = 42;  //~ data-race A: write
      done.incrementAndGet();
    }).start();
    new Thread(done::incrementAndGet).start();
    while (done.get() == 0) {
      Thread.onSpinWait();
    }
    System.out.println(data);  //~ data-race A: read
  }
}
