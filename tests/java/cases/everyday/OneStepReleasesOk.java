import java.util.concurrent.locks.ReentrantLock;

// Steps are run with the lock held, and leave it so.
public class OneStepReleasesOk {
  interface Step {
    void run(OneStepReleasesOk job);
  }

  static class Log implements Step {
    @Override
    public void run(OneStepReleasesOk job) {
      System.out.println("running");
    }
  }

  static class Pause implements Step {
    @Override
    public void run(OneStepReleasesOk job) {
      Thread.yield();
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private int done;

  void perform(Step step) {
    lock.lock();
    try {
      step.run(this);
      done++;
    } finally {
      if (lock.isHeldByCurrentThread()) lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    OneStepReleasesOk job = new OneStepReleasesOk();
    for (Step step : new Step[] {new Log(), new Pause()}) {
      for (int i = 0; i < 2; i++) new Thread(() -> job.perform(step)).start();
    }
  }
}
