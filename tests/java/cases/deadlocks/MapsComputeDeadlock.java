import java.util.concurrent.ConcurrentHashMap;

/** Each of the two computes in one map while it computes in the other one. */
public class MapsComputeDeadlock {
  static final ConcurrentHashMap<String, String> left = new ConcurrentHashMap<>();
  static final ConcurrentHashMap<String, String> right = new ConcurrentHashMap<>();

  static String inRight() {
    return right.computeIfAbsent("a", key -> "b");  //~ FN deadlock A: wants -- maps want no lock
  }

  static String inLeft() {
    return left.computeIfAbsent("a", key -> "b");  //~ FN deadlock A: wants
  }

  public static void main(String[] arguments) {
    new Thread(() -> left.computeIfAbsent("a", key -> inRight())).start();
    new Thread(() -> right.computeIfAbsent("a", key -> inLeft())).start();
  }
}
