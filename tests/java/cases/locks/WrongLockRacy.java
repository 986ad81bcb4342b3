// Two locks for one field.
public class WrongLockRacy {
  private final Object readLock = new Object();
  private final Object writeLock = new Object();
  private long value;

  long get() {
    synchronized (readLock) {
      return value;  //~ data-race A: read
    }
  }

  void set(long next) {
    synchronized (writeLock) {
      value = next;  //~ data-race A: write
    }
  }

  public static void main(String[] arguments) {
    WrongLockRacy box = new WrongLockRacy();
    new Thread(() -> box.set(1)).start();
    System.out.println(box.get());
  }
}
