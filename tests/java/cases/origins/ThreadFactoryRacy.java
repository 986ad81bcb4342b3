import java.util.concurrent.ThreadFactory;

// Threads that a factory makes share a field.
public class ThreadFactoryRacy {
  static String last;

  static class Daemons implements ThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ThreadFactory factory = new Daemons();
    Thread first = factory.newThread(() -> last = "first");    //~ data-race A: write
    Thread second = factory.newThread(() -> last = "second");  //~ data-race A: write
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
