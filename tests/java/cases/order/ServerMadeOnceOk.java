// A server is made where there is none yet, with all that its workers read; they begin afterwards.
public class ServerMadeOnceOk {
  static String source;
  Thread server;

  Thread getServer() {
    if (server != null) {
      return server;
    }
    server = new Thread(() -> System.out.println(source));
    source = "here";
    return server;
  }

  void start() {
    getServer();
    server.start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    ServerMadeOnceOk program = new ServerMadeOnceOk();
    program.start();
    program.getServer().join();
  }
}
