import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

// Main looks on while the timer runs.
public class TimerTasksRacy {
  static final List<String> events = new ArrayList<>();

  public static void main(String[] arguments) {
    Timer timer = new Timer();
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        events.add("tick");  //~ data-race A: write
      }
    }, 10, 10);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        System.out.println(events.size());
        timer.cancel();
      }
    }, 100);
    System.out.println(events.size());  //~ data-race A: read
  }
}
