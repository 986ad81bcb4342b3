import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

// A work list that two threads may empty.
public class ConcurrentDequeOk {
  static final Deque<Integer> WORK = new ConcurrentLinkedDeque<>();

  static void drain() {
    while (!WORK.isEmpty()) {
      WORK.poll();
    }
  }

  public static void main(String[] arguments) {
    WORK.add(1);
    WORK.add(2);
    new Thread(ConcurrentDequeOk::drain).start();
    new Thread(ConcurrentDequeOk::drain).start();
  }
}
