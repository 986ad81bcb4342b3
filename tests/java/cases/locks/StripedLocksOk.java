// Each slot has a lock of its own.
public class StripedLocksOk {
  private final Object[] locks = {new Object(), new Object()};
  private final int[] counts = new int[2];

  void add(int key) {
    int slot = key & 1;
    synchronized (locks[slot]) {
      counts[slot]++;
    }
  }

  public static void main(String[] arguments) {
    StripedLocksOk table = new StripedLocksOk();
    new Thread(() -> table.add(1)).start();
    new Thread(() -> table.add(2)).start();
    new Thread(() -> table.add(3)).start();
  }
}
