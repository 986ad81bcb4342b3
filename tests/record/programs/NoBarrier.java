// races: int[]
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class NoBarrier {
  static final int[] halves = new int[2];

  public static void main(String[] arguments) throws Exception {
    Thread[] threads = new Thread[2];
    for (int each = 0; each < 2; each++) {
      int mine = each;
      threads[each] = new Thread(() -> {
        halves[mine] = mine + 1;
        if (halves[0] + halves[1] > 5) throw new IllegalStateException();
      });
      threads[each].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println("done");
  }
}
