import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;

// Whoever takes two takes the first one first, or holds nothing of his own.
public class SynchronizedListsOk {
  static final Vector<String> FIRST = new Vector<>();
  static final Vector<String> SECOND = new Vector<>();
  static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());

  static synchronized void change(String name) {
    NAMES.add(name);
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (FIRST) {
        SECOND.add("a");
        FIRST.add("b");
      }
    }).start();
    new Thread(() -> {
      synchronized (SECOND) {
        SECOND.remove("a");
      }
      FIRST.remove("a");
    }).start();
    new Thread(() -> change("a")).start();
    new Thread(() -> {
      synchronized (NAMES) {
        NAMES.add("b");
      }
    }).start();
  }
}
