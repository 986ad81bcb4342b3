// The stop flag is volatile.
public class StopFlagOk {
  private volatile boolean stop;

  void work() {
    while (!stop) {
      Thread.yield();
    }
  }

  void end() {
    stop = true;
  }

  public static void main(String[] arguments) {
    StopFlagOk loop = new StopFlagOk();
    new Thread(loop::work).start();
    loop.end();
  }
}
