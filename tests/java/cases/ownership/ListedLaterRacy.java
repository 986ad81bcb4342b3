import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// The runner is put into the list behind its start: it is still found there by the other ones.
public class ListedLaterRacy {
  private static final List<Runner> ALL = new CopyOnWriteArrayList<>();

  static class Runner implements Runnable {
    private int laps;

    @Override
    public void run() {
      laps++;  //~ data-race A: read, write
      for (Runner other : ALL) {
        System.out.println(other.laps);  //~ data-race A: read
      }
    }
  }

  public static void main(String[] arguments) {
    for (int i = 0; i < 3; i++) {
      Runner runner = new Runner();
      new Thread(runner).start();
      ALL.add(runner);
    }
  }
}
