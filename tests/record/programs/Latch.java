// races: Latch.late
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Latch {
  static int early, late;

  public static void main(String[] arguments) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Thread worker = new Thread(() -> {
      early = 5;
      done.countDown();
      late = 6;
    });
    worker.start();
    done.await();
    late += early;
    worker.join();
    System.out.println(early);
  }
}
