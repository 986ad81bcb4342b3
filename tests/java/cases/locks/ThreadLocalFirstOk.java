// Each thread's own object is made when it is first asked for.
public class ThreadLocalFirstOk {
  static class Session {
    int requests, more;

    static Session begin() {
      Session made = new Session();
      made.requests = 1;
      return made;
    }
  }

  static final ThreadLocal<Session> CURRENT = ThreadLocal.withInitial(Session::new);
  static final ThreadLocal<Session> BEGUN = ThreadLocal.withInitial(() -> Session.begin());
  static final ThreadLocal<Session> OTHER = new ThreadLocal<>() {
    @Override
    protected Session initialValue() {
      return new Session();
    }
  };

  static void serve() {
    CURRENT.get().requests++;
    BEGUN.get().requests++;
    OTHER.get().more++;
  }

  public static void main(String[] arguments) {
    new Thread(ThreadLocalFirstOk::serve).start();
    new Thread(ThreadLocalFirstOk::serve).start();
  }
}
