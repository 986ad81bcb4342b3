// Told to stop, but nobody waits until it has.
public class StartStopServiceRacy {
  private Thread thread;
  private volatile boolean running;
  private int ticks;

  void start() {
    running = true;
    thread = new Thread(this::loop);
    thread.start();
  }

  private void loop() {
    while (running) ticks++;  //~ data-race A(ticks): write
  }

  void stop() {
    running = false;
  }

  public static void main(String[] arguments) throws InterruptedException {
    StartStopServiceRacy service = new StartStopServiceRacy();
    service.start();
    Thread.sleep(100);
    service.stop();
    System.out.println(service.ticks);  //~ data-race A(ticks): read
  }
}
