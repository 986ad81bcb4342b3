// The method says yes in two states, and one of them is set before the data.
public class StateAskedEitherRacy {
  enum State { INITIAL, STARTING, RUNNING }

  static class Server {
    private volatile State state = State.INITIAL;
    int sessions;

    boolean isUp() {
      return state == State.RUNNING || state == State.STARTING;
    }

    void change(State to) {
      state = to;
    }
  }

  public static void main(String[] arguments) {
    Server server = new Server();
    new Thread(() -> {
      if (server.isUp()) {
        System.out.println(server.sessions);  //~ data-race A: read
      }
    }).start();
    server.change(State.STARTING);
    server.sessions = 42;  //~ data-race A: write
    server.change(State.RUNNING);
  }
}
