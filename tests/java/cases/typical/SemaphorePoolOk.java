import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

// A pool of connections: the semaphore counts, a lock guards the list.
public class SemaphorePoolOk {
  static class Connection {
    final int id;
    Connection(int id) { this.id = id; }
  }

  private final Semaphore free = new Semaphore(2);
  private final Deque<Connection> idle = new ArrayDeque<>();

  SemaphorePoolOk() {
    for (int i = 0; i < 2; i++) idle.push(new Connection(i));
  }

  Connection acquire() throws InterruptedException {
    free.acquire();
    synchronized (idle) {
      return idle.pop();
    }
  }

  void release(Connection connection) {
    synchronized (idle) {
      idle.push(connection);
    }
    free.release();
  }

  public static void main(String[] arguments) {
    SemaphorePoolOk pool = new SemaphorePoolOk();
    for (int i = 0; i < 5; i++) {
      new Thread(() -> {
        try {
          Connection connection = pool.acquire();
          System.out.println(connection.id);
          pool.release(connection);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }
}
