import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// Each change makes a new array; a loop sees the one it began with.
public class CopyOnWriteOk {
  static final List<Runnable> LISTENERS = new CopyOnWriteArrayList<>();

  public static void main(String[] arguments) {
    new Thread(() -> LISTENERS.add(() -> { })).start();
    for (Runnable listener : LISTENERS) {
      listener.run();
    }
  }
}
