import java.util.Timer;
import java.util.TimerTask;

// cancel() waits for nobody: the task may be at work while the sum is read.
public class CancelledTimerOk {
  static final class Sampler extends TimerTask {
    private int samples;

    @Override
    public synchronized void run() {
      samples++;
    }

    synchronized int samples() {
      return samples;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Timer timer = new Timer("sampler", true);
    Sampler sampler = new Sampler();
    timer.scheduleAtFixedRate(sampler, 0, 1);
    Thread.sleep(10);
    sampler.cancel();
    timer.cancel();
    System.out.println(sampler.samples());
  }
}
