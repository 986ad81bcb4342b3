// Started and stopped by one thread, in methods of the same object.
public class StartStopServiceOk {
  private Thread thread;
  private volatile boolean running;
  private int ticks;

  void start() {
    running = true;
    thread = new Thread(this::loop);
    thread.start();
  }

  private void loop() {
    while (running) ticks++;
  }

  void stop() throws InterruptedException {
    running = false;
    thread.join();
  }

  public static void main(String[] arguments) throws InterruptedException {
    StartStopServiceOk service = new StartStopServiceOk();
    service.start();
    Thread.sleep(100);
    service.stop();
    System.out.println(service.ticks);
  }
}
