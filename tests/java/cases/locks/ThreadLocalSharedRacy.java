// Each thread sets its thread local, all to the same object.
public class ThreadLocalSharedRacy {
  static class Session {
    int requests;
  }

  static final ThreadLocal<Session> CURRENT = new ThreadLocal<>();

  static void serve(Session session) {
    CURRENT.set(session);
    CURRENT.get().requests++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    Session shared = new Session();
    new Thread(() -> serve(shared)).start();
    new Thread(() -> serve(shared)).start();
  }
}
