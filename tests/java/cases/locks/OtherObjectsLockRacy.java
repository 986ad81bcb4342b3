// The lock belongs to another object of the same class.
public class OtherObjectsLockRacy {
  private final Object lock = new Object();
  private int value;

  static void copy(OtherObjectsLockRacy from, OtherObjectsLockRacy to) {
    synchronized (from.lock) {
      to.value = 1;  //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    OtherObjectsLockRacy first = new OtherObjectsLockRacy();
    OtherObjectsLockRacy second = new OtherObjectsLockRacy();
    OtherObjectsLockRacy target = new OtherObjectsLockRacy();
    new Thread(() -> copy(first, target)).start();
    new Thread(() -> copy(second, target)).start();
  }
}
