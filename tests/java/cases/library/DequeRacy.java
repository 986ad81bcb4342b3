import java.util.ArrayDeque;
import java.util.Deque;

// A work list that two threads empty.
public class DequeRacy {
  static final Deque<Integer> WORK = new ArrayDeque<>();

  static void drain() {
    while (!WORK.isEmpty()) {  //~ data-race A: read
      WORK.poll();             //~ data-race A*: write
    }
  }

  public static void main(String[] arguments) {
    WORK.add(1);
    WORK.add(2);
    new Thread(DequeRacy::drain).start();
    new Thread(DequeRacy::drain).start();
  }
}
