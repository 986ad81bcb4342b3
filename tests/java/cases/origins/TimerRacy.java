import java.util.Timer;
import java.util.TimerTask;

// A timer's task against the thread that scheduled it.
public class TimerRacy {
  static int ticks;

  public static void main(String[] arguments) {
    Timer timer = new Timer(true);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        ticks++;  //~ data-race A: read, write
      }
    }, 0, 10);
    System.out.println(ticks);  //~ data-race A: read
  }
}
