import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// The wrapper locks each call, not a whole loop.
public class SynchronizedListIterationRacy {
  private final List<Integer> ages = Collections.synchronizedList(new ArrayList<>());

  void add() {
    ages.add(36);  //~ data-race A: write
  }

  int sum() {
    int sum = 0;
    for (int age : ages) {  //~ data-race A: read
      sum += age;
    }
    return sum;
  }

  public static void main(String[] arguments) {
    SynchronizedListIterationRacy people = new SynchronizedListIterationRacy();
    new Thread(people::add).start();
    System.out.println(people.sum());
  }
}
