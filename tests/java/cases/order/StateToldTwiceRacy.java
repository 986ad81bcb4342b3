// The method that is told the state is called once more, before the data is there.
public class StateToldTwiceRacy {
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
      System.out.println(server.sessions);  //~ data-race A: read
    }).start();
    server.run(arguments.length > 0);
    server.sessions = 42;  //~ data-race A: write
    server.run(true);
  }
}
