import java.util.ArrayList;
import java.util.List;

// Inside of a block a method is called that takes the same lock and gives it back; then something
// throws.
public class ReentrantBlockOk {
  private final List<String> queue = new ArrayList<>();
  private int failures;

  private void add(String text) {
    synchronized (queue) {
      queue.add(text);
    }
  }

  void replace(String text) {
    synchronized (queue) {
      try {
        queue.remove(0);
        add(text);
      } catch (IndexOutOfBoundsException e) {
        failures++;
      }
    }
  }

  public static void main(String[] arguments) {
    ReentrantBlockOk it = new ReentrantBlockOk();
    for (int i = 0; i < 2; i++) new Thread(() -> it.replace("a")).start();
  }
}
