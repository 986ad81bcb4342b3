import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

// A factory of the program's own makes the threads.
public class JoinMadeByFactoryOk {
  private static int total;

  private static synchronized void work() {
    total++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    ThreadFactory factory = task -> new Thread(task, "worker");
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread worker = factory.newThread(JoinMadeByFactoryOk::work);
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(total);
  }
}
