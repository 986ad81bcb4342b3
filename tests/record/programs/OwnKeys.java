// races: none
import java.util.concurrent.ConcurrentHashMap;

/** A map compares keys that the program wrote: who looks for one is behind who put another there. */
public class OwnKeys {
  static class Key {
    int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key && ((Key) other).number == number;
    }
  }

  static final ConcurrentHashMap<Key, String> map = new ConcurrentHashMap<>();

  // Nothing but the map orders the two; the waiting lets one come first.
  static void sleep(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException never) {
      throw new IllegalStateException(never);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread one = new Thread(() -> map.put(new Key(1), "one"));
    Thread two = new Thread(() -> {
      sleep(300);
      map.get(new Key(2));
      map.containsKey(new Key(3));
      map.putIfAbsent(new Key(4), "four");
      map.remove(new Key(5));
    });
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(map.size());
  }
}
