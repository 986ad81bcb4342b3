// Each thread binds the scoped value to an object of its own.
public class ScopedValueOk {
  static final ScopedValue<Session> SESSION = ScopedValue.newInstance();

  static class Session {
    int requests;
  }

  static void serve() {
    SESSION.get().requests++;
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      new Thread(() -> ScopedValue.where(SESSION, new Session()).run(ScopedValueOk::serve)).start();
    }
  }
}
