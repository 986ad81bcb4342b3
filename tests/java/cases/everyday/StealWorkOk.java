import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

// Each worker has a deque; who has nothing to do takes from the far end of another's.
public class StealWorkOk {
  static final class Worker implements Runnable {
    private final Deque<Runnable> mine = new ConcurrentLinkedDeque<>();
    private final List<Worker> all;

    Worker(List<Worker> all) {
      this.all = all;
    }

    @Override
    public void run() {
      for (Runnable next; (next = next()) != null; ) next.run();
    }

    private Runnable next() {
      Runnable own = mine.pollLast();
      if (own != null) return own;
      for (Worker other : all) {
        Runnable stolen = other.mine.pollFirst();
        if (stolen != null) return stolen;
      }
      return null;
    }
  }

  public static void main(String[] arguments) {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 3; i++) workers.add(new Worker(workers));
    for (Worker worker : workers) worker.mine.add(() -> System.out.println("done"));
    for (Worker worker : workers) new Thread(worker).start();
  }
}
