import java.util.LinkedList;
import java.util.Queue;

// A bounded queue with wait and notify; who takes a job has it alone.
public class OwnBlockingQueueOk {
  static class Job {
    int input, output;
  }

  static class BoundedQueue<T> {
    private final Queue<T> items = new LinkedList<>();
    private final int capacity;

    BoundedQueue(int capacity) {
      this.capacity = capacity;
    }

    synchronized void put(T item) throws InterruptedException {
      while (items.size() == capacity) wait();
      items.add(item);
      notifyAll();
    }

    synchronized T take() throws InterruptedException {
      while (items.isEmpty()) wait();
      T item = items.remove();
      notifyAll();
      return item;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    BoundedQueue<Job> queue = new BoundedQueue<>(4);
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        try {
          for (int k = 0; k < 5; k++) {
            Job job = queue.take();
            job.output = job.input * 2;
            System.out.println(job.output);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
    for (int i = 0; i < 10; i++) {
      Job job = new Job();
      job.input = i;
      queue.put(job);
    }
  }
}
