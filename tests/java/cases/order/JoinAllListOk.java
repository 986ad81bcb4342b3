import java.util.ArrayList;
import java.util.List;

// The workers are kept in a list, and all of them joined.
public class JoinAllListOk {
  static synchronized void add() {
    total++;
  }

  static int total;

  public static void main(String[] arguments) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread worker = new Thread(JoinAllListOk::add);
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(total);
  }
}
