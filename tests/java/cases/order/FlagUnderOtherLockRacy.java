// Who sets the flag and who waits for it hold two locks.
public class FlagUnderOtherLockRacy {
  private static final Object LOCK = new Object();
  private static final Object OTHER = new Object();
  private static boolean ready;
  private static int sum;

  static void produce() {
    sum = 6;  //~ data-race B: write
    synchronized (OTHER) {
      ready = true;  //~ data-race A: write
    }
  }

  static void consume() throws InterruptedException {
    synchronized (LOCK) {
      while (!ready) {  //~ data-race A: read
        LOCK.wait(10);
      }
    }
    System.out.println(sum);  //~ data-race B: read
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(FlagUnderOtherLockRacy::produce).start();
    consume();
  }
}
