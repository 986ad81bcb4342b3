// What is done before a flag is set under a lock comes before what is done behind the wait for it.
public class FlagUnderLockOk {
  private static final Object LOCK = new Object();
  private static boolean ready;
  private static int[] data;
  private static int sum;

  static void produce() {
    data = new int[] {1, 2, 3};
    sum = 6;
    synchronized (LOCK) {
      ready = true;
      LOCK.notifyAll();
    }
  }

  static void consume() throws InterruptedException {
    synchronized (LOCK) {
      while (!ready) {
        LOCK.wait();
      }
    }
    System.out.println(data.length + sum);
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Thread(FlagUnderLockOk::produce).start();
    consume();
  }
}
