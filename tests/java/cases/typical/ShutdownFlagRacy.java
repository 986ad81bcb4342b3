// A server that is stopped by a hook; the flag is plain.
public class ShutdownFlagRacy {
  private boolean running = true;
  private int served;

  void serve() throws InterruptedException {
    while (running) {  //~ data-race A: read
      served++;  //~ data-race B: write
      Thread.sleep(10);
    }
  }

  void stop() {
    running = false;  //~ data-race A: write
    System.out.println(served);  //~ data-race B: read
  }

  public static void main(String[] arguments) throws InterruptedException {
    ShutdownFlagRacy server = new ShutdownFlagRacy();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    server.serve();
  }
}
