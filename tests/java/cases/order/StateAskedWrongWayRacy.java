// What the method says is not heeded on one way to the data.
public class StateAskedWrongWayRacy {
  enum State { INITIAL, RUNNING }

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

  public static void main(String[] arguments) {
    Server server = new Server();
    new Thread(() -> {
      if (server.isRunning() || arguments.length > 0) {
        System.out.println(server.sessions);  //~ data-race A: read
      }
    }).start();
    server.sessions = 42;  //~ data-race A: write
    server.change(State.RUNNING);
  }
}
