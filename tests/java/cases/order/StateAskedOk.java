// The state is asked for through methods, and set by one that is told which: data comes first.
public class StateAskedOk {
  enum State { INITIAL, RUNNING, STOPPED }

  static class Server {
    private volatile State state = State.INITIAL;
    int sessions;

    boolean isRunning() {
      return state == State.RUNNING;
    }

    void change(State to) {
      state = to;
    }
  }

  static boolean serves(Server server) {
    return server != null && server.isRunning();
  }

  static void answer(Server server) {
    if (!serves(server)) {
      return;
    }
    System.out.println(server.sessions);
  }

  public static void main(String[] arguments) {
    Server server = new Server();
    new Thread(() -> answer(server)).start();
    server.change(State.INITIAL);
    server.sessions = 42;
    server.change(State.RUNNING);
    server.change(State.STOPPED);
  }
}
