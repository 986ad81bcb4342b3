import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each task is in a list that all of them know, but nobody touches the fields of another one.
public class ListedTasksOk {
  static class Session implements Runnable {
    private final Hub hub;
    private final StringBuilder text = new StringBuilder();
    private int lines;

    Session(Hub hub) {
      this.hub = hub;
    }

    @Override
    public void run() {
      for (int i = 0; i < 3; i++) {
        step("line");
      }
      hub.leave(this);
    }

    private void step(String line) {
      List.of(1, 2).forEach(one -> lines += one);
      text.append(line).append(lines);
    }
  }

  static class Hub {
    private final List<Session> sessions = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    void accept() {
      Session session = new Session(this);
      synchronized (sessions) {
        sessions.add(session);
      }
      pool.execute(session);
    }

    void leave(Session session) {
      synchronized (sessions) {
        sessions.remove(session);
      }
    }
  }

  public static void main(String[] arguments) {
    Hub hub = new Hub();
    for (int i = 0; i < 4; i++) {
      hub.accept();
    }
  }
}
