// Both callers hand the same lock over.
public class LockParameterOk {
  static int count;

  static void add(Object lock) {
    synchronized (lock) {
      count++;
    }
  }

  public static void main(String[] arguments) {
    Object lock = new Object();
    new Thread(() -> add(lock)).start();
    new Thread(() -> add(lock)).start();
  }
}
