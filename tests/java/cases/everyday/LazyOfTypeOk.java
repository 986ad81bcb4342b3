import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

// A lazy value of any type, checked twice.
public class LazyOfTypeOk<T> implements Supplier<T> {
  private final Supplier<? extends T> source;
  private volatile T value;

  LazyOfTypeOk(Supplier<? extends T> source) {
    this.source = source;
  }

  @Override
  public T get() {
    T seen = value;
    if (seen == null) {
      synchronized (this) {
        seen = value;
        if (seen == null) {
          seen = source.get();
          value = seen;
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
    LazyOfTypeOk<List<String>> lazy = new LazyOfTypeOk<>(LazyOfTypeOk::names);
    for (int i = 0; i < 3; i++) new Thread(() -> System.out.println(lazy.get().size())).start();
  }
}
