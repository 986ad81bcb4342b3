import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// One side uses the list behind the synchronized wrapper.
public class BypassedWrapperRacy {
  private final List<Integer> inner = new ArrayList<>();
  private final List<Integer> outer = Collections.synchronizedList(inner);

  void add() {
    outer.add(1);  //~ data-race A: write
  }

  int size() {
    return inner.size();  //~ data-race A: read
  }

  public static void main(String[] arguments) {
    BypassedWrapperRacy numbers = new BypassedWrapperRacy();
    new Thread(numbers::add).start();
    System.out.println(numbers.size());
  }
}
