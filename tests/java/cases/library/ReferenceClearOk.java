import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

// Whoever is given the list clears it, under the lock under which the other one adds.
public class ReferenceClearOk {
  private final List<String> names = new ArrayList<>();

  void with(Consumer<List<String>> action) {
    action.accept(names);
  }

  void add(String name) {
    synchronized (names) {
      names.add(name);
    }
  }

  void clear() {
    synchronized (names) {
      with(List::clear);
    }
  }

  public static void main(String[] arguments) {
    ReferenceClearOk register = new ReferenceClearOk();
    new Thread(() -> register.add("ada")).start();
    register.clear();
  }
}
