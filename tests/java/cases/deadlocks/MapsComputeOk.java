import java.util.concurrent.ConcurrentHashMap;

/** Both compute in the left one first. */
public class MapsComputeOk {
  static final ConcurrentHashMap<String, String> left = new ConcurrentHashMap<>();
  static final ConcurrentHashMap<String, String> right = new ConcurrentHashMap<>();

  static String inRight() {
    return right.computeIfAbsent("a", key -> "right");
  }

  public static void main(String[] arguments) {
    new Thread(() -> left.computeIfAbsent("a", key -> inRight())).start();
    new Thread(() -> left.computeIfAbsent("b", key -> inRight())).start();
  }
}
