// A private lock in a final field, one for each object, guards the fields of that object.
public class FieldLockOk {
  private final Object lock = new Object();
  private long value;

  long get() {
    synchronized (lock) {
      return value;
    }
  }

  void set(long next) {
    synchronized (lock) {
      value = next;
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      FieldLockOk box = new FieldLockOk();
      new Thread(() -> box.set(1)).start();
      new Thread(() -> box.set(box.get())).start();
    }
  }
}
