import java.util.concurrent.locks.ReentrantLock;

// Steps are run with the lock held; one of them gives it back.
public class OneStepReleasesRacy {
  interface Step {
    void run(OneStepReleasesRacy job);
  }

  static class Log implements Step {
    @Override
    public void run(OneStepReleasesRacy job) {
      System.out.println("running");
    }
  }

  static class Pause implements Step {
    @Override
    public void run(OneStepReleasesRacy job) {
      job.lock.unlock();
      Thread.yield();
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private int done;

  void perform(Step step) {
    lock.lock();
    try {
      step.run(this);
      done++;  //~ data-race A*: read, write
    } finally {
      if (lock.isHeldByCurrentThread()) lock.unlock();
    }
  }

  public static void main(String[] arguments) {
    OneStepReleasesRacy job = new OneStepReleasesRacy();
    for (Step step : new Step[] {new Log(), new Pause()}) {
      for (int i = 0; i < 2; i++) new Thread(() -> job.perform(step)).start();
    }
  }
}
