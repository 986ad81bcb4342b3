// What each thread local holds at first is one object for all threads.
public class ThreadLocalFirstSharedRacy {
  static class Session {
    int requests, more;
  }

  static final Session ONE = new Session();
  static final ThreadLocal<Session> CURRENT = ThreadLocal.withInitial(() -> ONE);
  static final ThreadLocal<Session> OTHER = new ThreadLocal<>() {
    @Override
    protected Session initialValue() {
      return ONE;
    }
  };

  static void serve() {
    CURRENT.get().requests++;  //~ data-race A*: read, write
    OTHER.get().more++;        //~ data-race B*: read, write
  }

  public static void main(String[] arguments) {
    new Thread(ThreadLocalFirstSharedRacy::serve).start();
    new Thread(ThreadLocalFirstSharedRacy::serve).start();
  }
}
