// Threads made in a loop: each has fields of its own, and what it makes and keeps.
public class OwnThisOk {
  static class Worker extends Thread {
    private final int[] counts = new int[4];
    private StringBuilder log;
    private int steps;

    @Override
    public void run() {
      log = new StringBuilder();
      for (int i = 0; i < 4; i++) {
        counts[i]++;
        steps++;
        log.append(i);
      }
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 4; i++) {
      new Worker().start();
    }
  }
}
