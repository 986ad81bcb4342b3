import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// A pool whose connections belong to whoever took them until they are given back.
public class ConnectionReturnedOk {
  static final class Connection {
    private int used;

    void send(String text) {
      System.out.println(text.length());
    }
  }

  private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(2);

  ConnectionReturnedOk() {
    idle.add(new Connection());
    idle.add(new Connection());
  }

  void query(String text) throws InterruptedException {
    Connection connection = idle.take();
    try {
      connection.send(text);
      connection.used++;
    } finally {
      idle.put(connection);
    }
  }

  public static void main(String[] arguments) {
    ConnectionReturnedOk pool = new ConnectionReturnedOk();
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
