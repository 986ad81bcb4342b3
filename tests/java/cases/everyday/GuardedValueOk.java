import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

// A value that can be reached through its guard only.
public class GuardedValueOk {
  static final class Guarded<T> {
    private final T value;

    Guarded(T value) {
      this.value = value;
    }

    synchronized <R> R with(Function<? super T, ? extends R> action) {
      return action.apply(value);
    }
  }

  private final Guarded<List<String>> names = new Guarded<>(new ArrayList<>());

  void add(String name) {
    names.with(list -> list.add(name));
  }

  int size() {
    return names.with(List::size);
  }

  public static void main(String[] arguments) {
    GuardedValueOk register = new GuardedValueOk();
    new Thread(() -> register.add("ada")).start();
    System.out.println(register.size());
  }
}
