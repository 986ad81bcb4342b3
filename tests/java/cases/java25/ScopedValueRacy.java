// The scoped value is bound anew in each thread, but to the same object.
public class ScopedValueRacy {
  static final ScopedValue<Session> SESSION = ScopedValue.newInstance();

  static class Session {
    int requests;
  }

  static void serve() {
    SESSION.get().requests++;  //~ data-race A*: read, write
  }

  public static void main(String[] arguments) {
    Session shared = new Session();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> ScopedValue.where(SESSION, shared).run(ScopedValueRacy::serve)).start();
    }
  }
}
