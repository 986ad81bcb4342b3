import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;

// Collections lock themselves: to put something into one while the other is held takes both.
public class SynchronizedListsDeadlock {
  static final Vector<String> FIRST = new Vector<>();
  static final Vector<String> SECOND = new Vector<>();
  static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());
  static int changes;

  static synchronized void change(String name) {
    changes++;
    NAMES.add(name);  //~ deadlock B: wants
  }

  public static void main(String[] arguments) {
    new Thread(() -> {
      synchronized (FIRST) {
        SECOND.add("a");  //~ deadlock A: wants
      }
    }).start();
    new Thread(() -> {
      synchronized (SECOND) {
        FIRST.add("a");  //~ deadlock A: wants
      }
    }).start();
    new Thread(() -> change("a")).start();
    new Thread(() -> {
      synchronized (NAMES) {
        count();
      }
    }).start();
  }

  static synchronized void count() {
    changes++;  //~ deadlock B: wants
  }
}
