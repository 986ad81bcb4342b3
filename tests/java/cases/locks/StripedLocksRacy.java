// Each slot has a lock of its own, and the sum has none.
public class StripedLocksRacy {
  private final Object[] locks = {new Object(), new Object()};
  private int sum;

  void add(int key) {
    synchronized (locks[key & 1]) {
      sum += key;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    StripedLocksRacy table = new StripedLocksRacy();
    new Thread(() -> table.add(1)).start();
    new Thread(() -> table.add(2)).start();
  }
}
