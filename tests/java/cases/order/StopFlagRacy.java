// The worker may never see that it should stop.
public class StopFlagRacy {
  private boolean stop;

  void work() {
    while (!stop) {  //~ data-race A: read
      Thread.yield();
    }
  }

  void end() {
    stop = true;  //~ data-race A: write
  }

  public static void main(String[] arguments) {
    StopFlagRacy loop = new StopFlagRacy();
    new Thread(loop::work).start();
    loop.end();
  }
}
