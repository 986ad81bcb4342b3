import java.util.ArrayDeque;
import java.util.Deque;

// The giver changes a job that was put already.
public class OwnBlockingQueueRacy {
  static class Job {
    int input;
  }

  static class JobQueue {
    private final Deque<Job> items = new ArrayDeque<>();

    synchronized void put(Job item) {
      items.addLast(item);
      notifyAll();
    }

    synchronized Job take() throws InterruptedException {
      while (items.isEmpty()) wait();
      return items.removeFirst();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    JobQueue queue = new JobQueue();
    new Thread(() -> {
      try {
        System.out.println(queue.take().input);  //~ data-race A: read
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }).start();
    Job job = new Job();
    queue.put(job);
    job.input = 7;  //~ data-race A: write
  }
}
