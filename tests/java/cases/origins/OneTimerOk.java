import java.util.Timer;
import java.util.TimerTask;

// All tasks of one timer run on its one thread.
public class OneTimerOk {
  static int ticks;

  static class Tick extends TimerTask {
    @Override
    public void run() {
      ticks++;
    }
  }

  public static void main(String[] arguments) {
    Timer timer = new Timer(true);
    timer.schedule(new Tick(), 0, 10);
    timer.schedule(new Tick(), 5, 10);
  }
}
