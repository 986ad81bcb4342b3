import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The hub hands each task over twice.
public class ListedTasksTwiceRacy {
  static class Session implements Runnable {
    private int lines;

    @Override
    public void run() {
      lines++;  //~ data-race A*: read, write
    }
  }

  static class Hub {
    private final List<Session> sessions = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    void accept() {
      Session session = new Session();
      sessions.add(session);
      pool.execute(session);
      pool.execute(session);
    }
  }

  public static void main(String[] arguments) {
    Hub hub = new Hub();
    for (int i = 0; i < 4; i++) {
      hub.accept();
    }
  }
}
