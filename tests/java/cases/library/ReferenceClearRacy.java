import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

// Whoever is given the list clears it, without the lock under which the other one adds.
public class ReferenceClearRacy {
  private final List<String> names = new ArrayList<>();

  void with(Consumer<List<String>> action) {
    action.accept(names);  //~ data-race A: write
  }

  void add(String name) {
    synchronized (names) {
      names.add(name);  //~ data-race A: write
    }
  }

  void clear() {
    with(List::clear);
  }

  public static void main(String[] arguments) {
    ReferenceClearRacy register = new ReferenceClearRacy();
    new Thread(() -> register.add("ada")).start();
    register.clear();
  }
}
