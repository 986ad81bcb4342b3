import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Requests on a pool share one session object without a lock.
public class SessionSharedRacy {
  static class Session {
    private String user;
    private int requests;

    void login(String name) { user = name; }  //~ data-race A*: write

    synchronized void count() { requests++; }

    String show() {
      String who = user;  //~ data-race A(user): read
      return who + requests;  //~ data-race B(requests): read
    }

    synchronized void reset() {
      requests = 0;  //~ data-race B(requests): write
    }
  }

  public static void main(String[] arguments) {
    Session session = new Session();
    ExecutorService pool = Executors.newCachedThreadPool();
    for (int i = 0; i < 5; i++) {
      String name = "user" + i;
      pool.submit(() -> {
        session.login(name);
        session.reset();
        System.out.println(session.show());
      });
    }
  }
}
