import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// The loop holds the wrapper's own monitor, as its documentation asks for.
public class SynchronizedListIterationOk {
  private final List<Integer> ages = Collections.synchronizedList(new ArrayList<>());

  void add() {
    ages.add(36);
  }

  int sum() {
    int sum = 0;
    synchronized (ages) {
      for (int age : ages) {
        sum += age;
      }
    }
    return sum;
  }

  public static void main(String[] arguments) {
    SynchronizedListIterationOk people = new SynchronizedListIterationOk();
    new Thread(people::add).start();
    System.out.println(people.sum());
  }
}
