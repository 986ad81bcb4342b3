import java.util.Timer;
import java.util.TimerTask;

// A task of a timer that comes again and again, and starts a thread each time.
public class TimerStartsRacy {
  static int round;

  public static void main(String[] arguments) {
    new Timer().schedule(new TimerTask() {
      @Override
      public void run() {
        round++;  //~ data-race A: write
        new Thread(() -> System.out.println(round)).start();  //~ data-race A: read
      }
    }, 0, 1000);
  }
}
