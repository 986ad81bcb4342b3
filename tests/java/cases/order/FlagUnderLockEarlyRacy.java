// The flag is set before the work is done.
public class FlagUnderLockEarlyRacy {
  private static final Object LOCK = new Object();
  private static boolean ready;
  private static int sum;

  static void produce() {
    synchronized (LOCK) {
      ready = true;
      LOCK.notifyAll();
    }
    sum = 6;  //~ data-race A: write
  }

  static void consume() throws InterruptedException {
    synchronized (LOCK) {
      while (!ready) {
        LOCK.wait();
      }
    }
    System.out.println(sum);  //~ data-race A: read
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(FlagUnderLockEarlyRacy::produce).start();
    consume();
  }
}
