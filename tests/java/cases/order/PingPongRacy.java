import java.util.concurrent.Semaphore;

// Two semaphores that should take turns, and each lets one in at once.
public class PingPongRacy {
  private static final Semaphore PING = new Semaphore(1);
  private static final Semaphore PONG = new Semaphore(1);
  private static int turns;

  public static void main(String[] arguments) {
    new Thread(() -> {
      for (int i = 0; i < 10; i++) {
        PING.acquireUninterruptibly();
        turns++;  //~ data-race A: read, write
        PONG.release();
      }
    }).start();
    new Thread(() -> {
      for (int i = 0; i < 10; i++) {
        PONG.acquireUninterruptibly();
        turns++;  //~ data-race A: read, write
        PING.release();
      }
    }).start();
  }
}
