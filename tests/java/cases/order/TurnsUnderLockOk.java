// Two threads take turns by a number under a lock.
public class TurnsUnderLockOk {
  private final StringBuilder text = new StringBuilder();
  private int turn;

  void say(int mine, String word) throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      synchronized (this) {
        while (turn != mine) {
          wait();
        }
        text.append(word);
        turn = 1 - mine;
        notifyAll();
      }
    }
  }

  static Thread start(TurnsUnderLockOk game, int mine, String word) {
    Thread thread = new Thread(() -> {
      try {
        game.say(mine, word);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    thread.start();
    return thread;
  }

  public static void main(String[] arguments) throws InterruptedException {
    TurnsUnderLockOk game = new TurnsUnderLockOk();
    Thread ping = start(game, 0, "ping ");
    Thread pong = start(game, 1, "pong ");
    ping.join();
    pong.join();
    System.out.println(game.text);
  }
}
