import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

// A lazy value of any type, checked twice; its field is not volatile.
public class LazyOfTypeRacy<T> implements Supplier<T> {
  private final Supplier<? extends T> source;
  private T value;

  LazyOfTypeRacy(Supplier<? extends T> source) {
    this.source = source;
  }

  @Override
  public T get() {
    T seen = value;  //~ data-race A: read
    if (seen == null) {
      synchronized (this) {
        seen = value;
        if (seen == null) {
          seen = source.get();
          value = seen;  //~ data-race A: write
        }
      }
    }
    return seen;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    names.add("ada");
    return names;
  }

  public static void main(String[] arguments) {
    LazyOfTypeRacy<List<String>> lazy = new LazyOfTypeRacy<>(LazyOfTypeRacy::names);
    for (int i = 0; i < 3; i++) new Thread(() -> System.out.println(lazy.get().size())).start();
  }
}
