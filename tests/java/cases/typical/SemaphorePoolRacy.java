import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

// A pool of connections: two may be in the list at once.
public class SemaphorePoolRacy {
  static class Connection {
    final int id;
    Connection(int id) { this.id = id; }
  }

  private final Semaphore free = new Semaphore(2);
  private final Deque<Connection> idle = new ArrayDeque<>();

  SemaphorePoolRacy() {
    for (int i = 0; i < 2; i++) idle.push(new Connection(i));
  }

  Connection acquire() throws InterruptedException {
    free.acquire();
    return idle.pop();  //~ data-race A*: write
  }

  void release(Connection connection) {
    idle.push(connection);  //~ data-race A*: write
    free.release();
  }

  public static void main(String[] arguments) {
    SemaphorePoolRacy pool = new SemaphorePoolRacy();
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
