// races: Semaphores.bare
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Semaphores {
  static int guarded, bare;
  static final Semaphore semaphore = new Semaphore(1);

  public static void main(String[] arguments) throws Exception {
    Runnable work = () -> {
      bare++;
      for (int each = 0; each < 50; each++) {
        semaphore.acquireUninterruptibly();
        guarded++;
        semaphore.release();
      }
    };
    Thread one = new Thread(work), two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(guarded);
  }
}
