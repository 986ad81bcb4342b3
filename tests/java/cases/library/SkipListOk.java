import java.util.concurrent.ConcurrentSkipListMap;

// A sorted map that several threads may change, also while one loops.
public class SkipListOk {
  static final ConcurrentSkipListMap<Integer, String> NAMES = new ConcurrentSkipListMap<>();

  public static void main(String[] arguments) {
    new Thread(() -> NAMES.put(1, "ada")).start();
    new Thread(() -> NAMES.remove(1)).start();
    for (String name : NAMES.values()) {
      System.out.println(name);
    }
  }
}
