import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

// Tasks of one timer run one after the other.
public class TimerTasksOk {
  static final List<String> events = new ArrayList<>();

  public static void main(String[] arguments) {
    Timer timer = new Timer();
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        events.add("tick");
      }
    }, 10, 10);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        System.out.println(events.size());
        timer.cancel();
      }
    }, 100);
  }
}
