import java.util.concurrent.Semaphore;

// One permit, but somebody who has none gives one back: then there are two.
public class SemaphoreReleasedByOtherRacy {
  static final Semaphore PERMIT = new Semaphore(1);
  static int count;

  static void add() {
    PERMIT.acquireUninterruptibly();
    count++;  //~ data-race A*: read, write
    PERMIT.release();
  }

  public static void main(String[] arguments) {
    new Thread(SemaphoreReleasedByOtherRacy::add).start();
    new Thread(SemaphoreReleasedByOtherRacy::add).start();
    PERMIT.release();
  }
}
