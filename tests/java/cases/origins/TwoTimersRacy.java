import java.util.Timer;
import java.util.TimerTask;

// Two timers are two threads.
public class TwoTimersRacy {
  static int ticks;

  static class Tick extends TimerTask {
    @Override
    public void run() {
      ticks++;  //~ data-race A*: read, write
    }
  }

  public static void main(String[] arguments) {
    new Timer(true).schedule(new Tick(), 0);
    new Timer(true).schedule(new Tick(), 0);
  }
}
