import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

// A value that can be reached through its guard only, unless it is given away.
public class GuardedValueRacy {
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
    names.with(list -> list.add(name));  //~ data-race A(value): write
  }

  int size() {
    return names.with(list -> list).size();  //~ data-race A(value): read
  }

  public static void main(String[] arguments) {
    GuardedValueRacy register = new GuardedValueRacy();
    new Thread(() -> register.add("ada")).start();
    System.out.println(register.size());
  }
}
