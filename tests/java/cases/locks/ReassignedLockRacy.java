// The field that holds the lock is changed under the lock: the next one locks another object.
public class ReassignedLockRacy {
  static volatile Object lock = new Object();
  static int value;

  static void change() {
    synchronized (lock) {
      value++;  //~ data-race A*: read, write
      lock = new Object();
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      new Thread(ReassignedLockRacy::change).start();
    }
  }
}
