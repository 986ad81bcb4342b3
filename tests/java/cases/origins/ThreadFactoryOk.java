import java.util.concurrent.ThreadFactory;

// Threads that a factory makes share a field; the second starts when the first has ended.
public class ThreadFactoryOk {
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
    Thread first = factory.newThread(() -> last = "first");
    Thread second = factory.newThread(() -> last = "second");
    first.start();
    first.join();
    second.start();
    second.join();
  }
}
