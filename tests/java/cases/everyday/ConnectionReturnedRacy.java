import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// A pool whose connections are still counted on after they were given back.
public class ConnectionReturnedRacy {
  static final class Connection {
    private int used;

    void send(String text) {
      System.out.println(text.length());
    }
  }

  private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(2);

  ConnectionReturnedRacy() {
    idle.add(new Connection());
    idle.add(new Connection());
  }

  void query(String text) throws InterruptedException {
    Connection connection = idle.take();
    try {
      connection.send(text);
    } finally {
      idle.put(connection);
    }
    connection.used++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    ConnectionReturnedRacy pool = new ConnectionReturnedRacy();
    for (int i = 0; i < 4; i++) {
      new Thread(() -> {
        try {
          pool.query("select");
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }
}
