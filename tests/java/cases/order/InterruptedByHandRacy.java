// As InterruptedOnlyOk, but the program throws such an exception itself, interrupted or not.
public class InterruptedByHandRacy {
  private volatile boolean over;
  private boolean failed;

  private void pause(int rounds) throws InterruptedException {
    if (rounds > 1000) throw new InterruptedException("too long");
    Thread.sleep(1);
  }

  void awaitOver() {
    try {
      for (int i = 0; !over; i++) pause(i);
    } catch (InterruptedException e) {
      failed = true;  //~ data-race A: write
    }
  }

  void work() {
    while (!over) {
      if (failed) over = true;  //~ data-race A: read
    }
  }

  public static void main(String[] arguments) {
    InterruptedByHandRacy server = new InterruptedByHandRacy();
    new Thread(server::work).start();
    server.awaitOver();
  }
}
