// Each caller hands another lock over.
public class LockParameterRacy {
  static int count;

  static void add(Object lock) {
    synchronized (lock) {
      count++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    Object left = new Object();
    Object right = new Object();
    new Thread(() -> add(left)).start();
    new Thread(() -> add(right)).start();
  }
}
