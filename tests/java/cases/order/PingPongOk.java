import java.util.concurrent.Semaphore;

// Two semaphores take turns.
public class PingPongOk {
  private static final Semaphore PING = new Semaphore(1);
  private static final Semaphore PONG = new Semaphore(0);
  private static int turns;

  public static void main(String[] arguments) {
    new Thread(() -> {
      for (int i = 0; i < 10; i++) {
        PING.acquireUninterruptibly();
        turns++;
        PONG.release();
      }
    }).start();
    new Thread(() -> {
      for (int i = 0; i < 10; i++) {
        PONG.acquireUninterruptibly();
        turns++;
        PING.release();
      }
    }).start();
  }
}
