import java.util.ArrayList;
import java.util.List;

/** One call starts all the workers of a list: joins behind it keep none from another. */
public class StartedByForEachRacy {
  static int byReference, byLambda;

  static class Worker extends Thread {
    @Override
    public void run() {
      byReference++; //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    for (int each = 0; each < 3; each++) workers.add(new Worker());
    workers.forEach(Thread::start);
    for (Worker worker : workers) worker.join();
    List<Thread> threads = new ArrayList<>();
    for (int each = 0; each < 3; each++)
      threads.add(new Thread(() -> byLambda++)); //~ data-race B*: read, write
    threads.forEach(thread -> thread.start());
    for (Thread thread : threads) thread.join();
    System.out.println(byReference + byLambda);
  }
}
