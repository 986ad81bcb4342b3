import java.util.LinkedList;

// A thread pool written by hand: tasks in a list under a lock.
public class OwnTaskQueueOk {
  static class Task implements Runnable {
    private int result;

    @Override
    public void run() {
      result = compute();
      System.out.println(result);
    }

    private int compute() { return hashCode() % 10; }
  }

  private final LinkedList<Runnable> tasks = new LinkedList<>();

  void submit(Runnable task) {
    synchronized (tasks) {
      tasks.addLast(task);
      tasks.notify();
    }
  }

  private void work() {
    while (true) {
      Runnable task;
      synchronized (tasks) {
        while (tasks.isEmpty()) {
          try {
            tasks.wait();
          } catch (InterruptedException e) {
            return;
          }
        }
        task = tasks.removeFirst();
      }
      task.run();
    }
  }

  public static void main(String[] arguments) {
    OwnTaskQueueOk pool = new OwnTaskQueueOk();
    for (int i = 0; i < 3; i++) new Thread(pool::work).start();
    for (int i = 0; i < 10; i++) pool.submit(new Task());
  }
}
