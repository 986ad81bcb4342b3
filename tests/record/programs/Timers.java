// races: none
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Timers {
  static int data;

  public static void main(String[] arguments) throws Exception {
    Timer timer = new Timer();
    CountDownLatch ran = new CountDownLatch(1);
    data = 4;
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        data++;
        ran.countDown();
      }
    }, 1);
    ran.await();
    timer.cancel();
    System.out.println(data);
  }
}
