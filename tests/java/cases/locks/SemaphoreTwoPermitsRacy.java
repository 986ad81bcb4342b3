import java.util.concurrent.Semaphore;

// Two permits let two threads in.
public class SemaphoreTwoPermitsRacy {
  static final Semaphore PERMITS = new Semaphore(2);
  static int count;

  static void add() {
    PERMITS.acquireUninterruptibly();
    try {
      count++;  //~ data-race A*: read, write
    } finally {
      PERMITS.release();
    }
  }

  public static void main(String[] arguments) {
    new Thread(SemaphoreTwoPermitsRacy::add).start();
    new Thread(SemaphoreTwoPermitsRacy::add).start();
  }
}
