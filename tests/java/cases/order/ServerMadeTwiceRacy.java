// As ServerMadeOnceOk, but there are two of them, and the second is made while the first one works.
public class ServerMadeTwiceRacy {
  static String source;
  Thread server;

  Thread getServer() {
    if (server != null) {
      return server;
    }
    server = new Thread(() -> System.out.println(source));  //~ data-race A(source): read
    source = "here";  //~ data-race A: write
    return server;
  }

  void start() {
    getServer();
    server.start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      ServerMadeTwiceRacy program = new ServerMadeTwiceRacy();
      program.start();
    }
  }
}
