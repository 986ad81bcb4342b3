import java.util.ArrayList;
import java.util.List;

// The handler is outside of the block: what threw has given the lock back by then.
public class ReentrantBlockRacy {
  private final List<String> queue = new ArrayList<>();
  private int failures;

  private void add(String text) {
    synchronized (queue) {
      queue.add(text);
    }
  }

  void replace(String text) {
    try {
      synchronized (queue) {
        queue.remove(0);
        add(text);
      }
    } catch (IndexOutOfBoundsException e) {
      failures++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    ReentrantBlockRacy it = new ReentrantBlockRacy();
    for (int i = 0; i < 2; i++) new Thread(() -> it.replace("a")).start();
  }
}
