// A method that says the opposite of what another says, and one that is told what to set.
public class StateToldOk {
  static class Server {
    private volatile boolean running;
    int sessions;

    boolean isRunning() {
      return running;
    }

    boolean isDown() {
      return !isRunning();
    }

    void run(boolean yes) {
      running = yes;
    }
  }

  public static void main(String[] arguments) {
    Server server = new Server();
    new Thread(() -> {
      if (server.isDown()) {
        return;
      }
      System.out.println(server.sessions);
    }).start();
    server.run(false);
    server.sessions = 42;
    server.run(true);
  }
}
