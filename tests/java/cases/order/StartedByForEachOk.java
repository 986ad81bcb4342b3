import java.util.ArrayList;
import java.util.List;

/** What the workers of a list did, all started by one call, is read behind the loop of joins. */
public class StartedByForEachOk {
  static int total;

  static synchronized void add() {
    total++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int each = 0; each < 3; each++) workers.add(new Thread(StartedByForEachOk::add));
    workers.forEach(Thread::start);
    for (Thread worker : workers) worker.join();
    System.out.println(total);
  }
}
