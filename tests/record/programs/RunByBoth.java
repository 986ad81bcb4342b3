// races: RunByBoth$Job.count
import java.util.Optional;

/** The same job is the body of a thread, and called back by the platform in the thread that started it. */
public class RunByBoth {
  static class Job implements Runnable {
    int count;
    int calls;

    @Override
    public void run() {
      for (int each = 0; each < 100; each++) count++;
      synchronized (this) {
        calls++;
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Job job = new Job();
    Thread thread = new Thread(job);
    thread.start();
    Optional.empty().ifPresentOrElse(each -> {}, job);
    thread.join();
    System.out.println(job.calls);
  }
}
