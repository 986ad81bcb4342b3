import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

// A pool of one's own runs tasks that count in one field.
public class OwnThreadPoolRacy {
  static int done;

  static class Pool {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    Pool(int size) {
      for (int i = 0; i < size; i++) {
        Thread worker = new Thread(this::work);
        worker.setDaemon(true);
        worker.start();
      }
    }

    private void work() {
      try {
        while (true) tasks.take().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void execute(Runnable task) {
      tasks.add(task);
    }
  }

  public static void main(String[] arguments) {
    Pool pool = new Pool(3);
    for (int i = 0; i < 10; i++) {
      pool.execute(() -> done++);  //~ data-race A*: read, write
    }
  }
}
