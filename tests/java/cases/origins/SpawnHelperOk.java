import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One helper starts all threads, but each of the lambdas is run by one of them. */
public class SpawnHelperOk {
  static int hits, misses, posted;
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  static Thread spawn(Runnable job) {
    Thread made = new Thread(job);
    made.start();
    return made;
  }

  void post(Runnable job) {
    pool.execute(job);
  }

  static void count() {
    misses++;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread one = spawn(() -> hits++);
    Thread two = spawn(() -> count());
    one.join();
    two.join();
    System.out.println(hits + misses);
    SpawnHelperOk tasks = new SpawnHelperOk();
    tasks.post(() -> posted++);
    tasks.post(() -> System.out.println("other"));
  }
}
